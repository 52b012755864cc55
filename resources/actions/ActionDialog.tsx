import { useId, useRef, useState } from 'react'
import type { FormEvent, SyntheticEvent } from 'react'
import { fillTemplate } from '../../schemas/meta/template.ts'
import { useModal } from '../parts/useModal.ts'
import { RequestId } from '../parts/Sight.tsx'
import { ChangeNotice } from './ChangeNotice.tsx'
import { CONFIRMING, confirmationOf, isConfirmed, questionErrors } from './confirmation.ts'
import { DialogButtons } from './DialogButtons.tsx'
import { InputField } from './InputField.tsx'
import { inputValues } from './inputErrors.ts'
import type { Typed } from './inputErrors.ts'
import type { ActionFlow, OpenQuestion } from './useActionFlow.ts'
import './actions.css'

/** What has been typed into the dialog, and what is wrong with it. */
function useFields(question: OpenQuestion, flow: ActionFlow) {
  const [typed, setTyped] = useState<Typed>(flow.draft)
  const [errors, setErrors] = useState<Typed>({})
  const type = (name: string, value: string) => {
    const next = { ...typed, [name]: value }
    setTyped(next)
    const { [CONFIRMING]: _, ...draft } = next
    flow.keepDraft(draft)
  }
  /** The name of the first field with an error; what may be sent goes on. */
  const submit = (): string | undefined => {
    const found = questionErrors(question, typed)
    setErrors(found)
    const [first] = Object.keys(found)
    const { [CONFIRMING]: _, ...input } = typed
    if (first === undefined) flow.confirm(inputValues(input))
    return first
  }
  return { typed, errors, type, submit }
}

const Fields = ({ question, fields }: FieldsProps) => {
  const { action, isBusy, change } = question
  const isOver = change !== undefined && change.state !== 'possible'
  const { typed: asked } = confirmationOf(action)
  const all = { ...action.input, ...(asked === undefined ? {} : { [CONFIRMING]: { label: asked.label } }) }
  return Object.entries(all).map(([name, input]) => (
    <InputField
      key={name}
      name={name}
      input={input}
      value={fields.typed[name] ?? ''}
      error={fields.errors[name]}
      isReadOnly={isBusy || isOver}
      onType={(value) => fields.type(name, value)}
    />
  ))
}

interface FieldsProps {
  readonly question: OpenQuestion
  readonly fields: ReturnType<typeof useFields>
}

const Question = ({ question, flow }: { readonly question: OpenQuestion; readonly flow: ActionFlow }) => {
  const { action, intent, failure, change } = question
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const fields = useFields(question, flow)
  useModal(ref)
  const { title, body } = confirmationOf(action)
  const record = intent.record ?? {}
  const isOver = change !== undefined && change.state !== 'possible'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOver) return
    const first = fields.submit()
    if (first !== undefined) ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    flow.cancel()
  }
  return (
    <dialog className="cs-dialog" ref={ref} aria-labelledby={id} aria-describedby={`${id}-body`} onCancel={escape}>
      <form onSubmit={submit} noValidate>
        <h2 id={id}>{fillTemplate(title, record)}</h2>
        <div className="cs-dialog-body" id={`${id}-body`}>
          {body !== undefined && <p>{fillTemplate(body, record)}</p>}
        </div>
        <Fields question={question} fields={fields} />
        {change !== undefined && <ChangeNotice change={change} />}
        {failure !== undefined && (
          <div className="cs-notice cs-notice--danger" role="alert">
            <p>{failure.message}</p>
            <RequestId failure={failure} />
          </div>
        )}
        <DialogButtons question={question} isReady={isConfirmed(question, fields.typed)} cancel={flow.cancel} />
      </form>
    </dialog>
  )
}

/**
 * Asks before an action is done: names the record and the consequence, takes what the definition wants to know, and
 * keeps all of it while the server refuses. The focus starts in the first field, on Cancel where there is danger.
 */
export const ActionDialog = ({ flow }: { readonly flow: ActionFlow }) =>
  flow.question === undefined ? null : <Question key={flow.question.id} question={flow.question} flow={flow} />
