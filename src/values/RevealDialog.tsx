import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { canPass } from '../data/failure.ts'
import { draftsIn, useDraft, type Draft } from '../data/drafts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Field, notedBy } from '../ui/Field.tsx'
import { KeyHint } from '../ui/KeyHint.tsx'
import { SSN_TYPED } from '../../language/input.ts'
import { ssnsIn } from '../../language/pii.ts'
import { plainText } from '../../language/plainText.ts'
import { FailureNotice } from '../ui/Notice.tsx'
import { SHOWN_SECONDS, type Reveal } from './useReveal.ts'

/** Length of a reason, in characters, that the gateway accepts. */
const REASON = { least: 3, most: 500 } as const

function reasonError(reason: string): string | undefined {
  if (reason === '') return 'Please enter reason!'
  if (reason.length < REASON.least) return `Please enter at least ${REASON.least} characters`
  return ssnsIn(reason).length > 0 ? SSN_TYPED : undefined
}

type Given = { readonly reason: string }

/** The draft of the reason. It ends with its dialog, unless the session ends while the dialog is open (U15). */
function useReasonDraft(key: string): Draft<Given> {
  const drafts = draftsIn(useQueryClient())
  const draft = useDraft<Given>(key)
  useEffect(
    () => () => {
      if (!drafts.isHeld()) draft.drop()
    },
    [drafts, draft],
  )
  return draft
}

interface RevealDialogProps {
  readonly label: string
  /** Identifies the value. Under this key the reason survives the end of a session. */
  readonly draftKey: string
  readonly reveal: Reveal
  readonly question: NonNullable<Reveal['question']>
}

interface ReasonProps {
  readonly reason: string
  readonly error: string | undefined
  readonly isBusy: boolean
  readonly onType: (reason: string) => void
}

const Reason = ({ reason, error, isBusy, onType }: ReasonProps) => {
  const id = useId()
  return (
    <Field {...{ id, error }} label="Reason" isMarked>
      <textarea
        className="cs-input"
        id={id}
        rows={3}
        maxLength={REASON.most}
        value={reason}
        readOnly={isBusy}
        placeholder="Please enter a reason"
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={notedBy(id, { error })}
        onChange={({ target }) => onType(target.value)}
      />
    </Field>
  )
}

/**
 * Asks why a person needs a whole masked value. The typed reason stays if the gateway refuses. The dialog is drawn
 * outside of the table or list with the value and inherits none of its styles.
 */
export const RevealDialog = ({ label, draftKey, reveal, question: { isBusy, failure } }: RevealDialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const draft = useReasonDraft(draftKey)
  const [reason, setReason] = useState(() => draft.read()?.reason ?? '')
  const [error, setError] = useState<string>()
  const type = (text: string) => {
    setReason(text)
    draft.keep({ reason: text })
  }
  const submit = () => {
    if (isBusy) return
    const plain = plainText(reason)
    const wrong = reasonError(plain)
    setError(wrong)
    if (wrong === undefined) reveal.submit(plain)
    else ref.current?.querySelector('textarea')?.focus()
  }
  return (
    <Dialog
      isDetached
      ref={ref}
      title={`Reveal ${label}?`}
      text={`The whole value is shown for ${SHOWN_SECONDS} seconds. Your name and reason will be logged.`}
      onCancel={reveal.cancel}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={reveal.cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {failure !== undefined && canPass(failure) ? 'Try again' : 'Reveal'}
          </Button>
        </>
      }
    >
      <Reason reason={reason} error={error} isBusy={isBusy} onType={type} />
      <KeyHint />
      {failure !== undefined && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
