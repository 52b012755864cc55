import { useId, useRef, useState, type RefObject } from 'react'
import { SSN_TYPED } from '../../language/input.ts'
import { ssnsIn } from '../../language/pii.ts'
import { type Finding, findingLabels, findings, settlementReason } from '../../language/settlement.ts'
import { plainText } from '../../language/plainText.ts'
import { useDraft } from '../data/drafts.ts'
import { failureIn } from '../data/failure.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field, FieldGroup, notedBy } from '../ui/Field.tsx'
import { KeyHint } from '../ui/KeyHint.tsx'
import { FailureNotice } from '../ui/Notice.tsx'
import { useSettle } from './useAudit.ts'

interface Typed {
  readonly finding: Finding | undefined
  readonly reason: string
}

type Errors = { readonly [name in keyof Typed]?: string }

function errorsIn(typed: Typed): Errors {
  const { finding } = typed
  const reason = plainText(typed.reason)
  const { least } = settlementReason
  const wrong =
    Array.from(reason).length < least
      ? `Say how you know, in at least ${least} characters`
      : ssnsIn(reason).length > 0
        ? SSN_TYPED
        : undefined
  return {
    ...(finding === undefined && { finding: 'Say what became of it' }),
    ...(wrong !== undefined && { reason: wrong }),
  }
}

interface FieldsProps {
  readonly typed: Typed
  readonly errors: Errors
  readonly isBusy: boolean
  readonly onType: (typed: Typed) => void
}

const Fields = ({ typed, errors, isBusy, onType }: FieldsProps) => {
  const id = useId()
  const texts = { hint: 'Such as whom you asked, with the number of the ticket.', error: errors.reason }
  return (
    <>
      <FieldGroup id={`${id}-finding`} label="What became of it?" error={errors.finding} isMarked>
        <div className="cs-row cs-field-radios">
          {findings.map((finding) => (
            <label key={finding} className="cs-tick">
              <input
                type="radio"
                name={id}
                value={finding}
                checked={finding === typed.finding}
                disabled={isBusy}
                onChange={() => onType({ ...typed, finding })}
              />
              {findingLabels[finding]}
            </label>
          ))}
        </div>
      </FieldGroup>
      <Field id={id} label="How do you know?" isMarked {...texts}>
        <textarea
          id={id}
          className="cs-input"
          rows={3}
          maxLength={settlementReason.most}
          value={typed.reason}
          readOnly={isBusy}
          aria-required
          aria-invalid={errors.reason !== undefined}
          aria-describedby={notedBy(id, texts)}
          onChange={({ target }) => onType({ ...typed, reason: target.value })}
        />
      </Field>
    </>
  )
}

const focusFirst = ({ current }: RefObject<HTMLDialogElement | null>, { finding }: Errors) =>
  current?.querySelector<HTMLElement>(finding === undefined ? 'textarea' : 'input')?.focus()

interface SettleDialogProps {
  /** The number of the entry. */
  readonly seq: number
  /** What its action is called. */
  readonly label: string
  readonly onClose: () => void
}

/** Asks what became of a change with an unknown outcome, and how the person knows. What was typed stays after a refusal. */
export const SettleDialog = ({ seq, label, onClose }: SettleDialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const draft = useDraft<Typed>(`audit/${seq}:settle`)
  const [typed, setTyped] = useState<Typed>(() => draft.read() ?? { finding: undefined, reason: '' })
  const [errors, setErrors] = useState<Errors>({})
  const close = () => {
    draft.drop()
    onClose()
  }
  const { mutate, isPending, error } = useSettle(seq, close)
  const failure = failureIn(error)
  const type = (next: Typed) => {
    setTyped(next)
    setErrors({})
    draft.keep(next)
  }
  const submit = () => {
    if (isPending) return
    const wrong = errorsIn(typed)
    setErrors(wrong)
    if (wrong.reason !== undefined || wrong.finding !== undefined) focusFirst(ref, wrong)
    else if (typed.finding !== undefined) mutate({ finding: typed.finding, reason: plainText(typed.reason) })
  }
  return (
    <Dialog
      isDetached
      ref={ref}
      title={`Settle the outcome of ${label}?`}
      text="The trail keeps that it was unknown, with what you found out and your name. This can’t be changed later."
      onCancel={close}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isPending}>
            Settle
          </Button>
        </>
      }
    >
      <Fields {...{ typed, errors }} isBusy={isPending} onType={type} />
      <KeyHint />
      {failure !== undefined && (
        <FailureNotice failure={failure} look="Settle it again: it is recorded once, however often you send it." />
      )}
    </Dialog>
  )
}
