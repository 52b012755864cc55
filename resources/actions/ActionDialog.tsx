import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { FormEvent, RefObject, SyntheticEvent } from 'react'
import type { Confirmation } from '../../schemas/meta/action.ts'
import type { AnyAction } from '../../schemas/meta/defineResource.ts'
import { fillTemplate } from '../../schemas/meta/template.ts'
import { RequestId } from '../parts/Sight.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { InputField } from './InputField.tsx'
import { inputErrors, inputValues } from './inputErrors.ts'
import type { Typed } from './inputErrors.ts'
import type { ActionFlow, OpenQuestion } from './useActionFlow.ts'
import './actions.css'

const confirmationOf = ({ confirm, label }: AnyAction): Confirmation =>
  typeof confirm === 'string' ? { title: confirm } : (confirm ?? { title: label })

/** Opens as the top layer: the browser keeps the focus inside and gives it back when the dialog closes. */
function useModal(ref: RefObject<HTMLDialogElement | null>) {
  // Before the dialog leaves the page, or the browser has nowhere to give the focus back from.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    const first = dialog?.querySelector<HTMLElement>('input, textarea, [data-first]')
    first?.focus()
    return () => dialog?.close()
  }, [ref])
}

interface QuestionProps extends Pick<ActionFlow, 'confirm' | 'cancel'> {
  readonly question: OpenQuestion
}

const Buttons = ({ question, cancel }: Omit<QuestionProps, 'confirm'>) => {
  const { action, isBusy, failure } = question
  const isDanger = action.tone === 'danger'
  const label = failure === undefined ? (confirmationOf(action).confirmLabel ?? action.label) : 'Try again'
  return (
    <div className="cs-dialog-buttons">
      <button type="button" className="cs-button" onClick={cancel} disabled={isBusy} data-first={isDanger || undefined}>
        Cancel
      </button>
      <button
        type="submit"
        className={`cs-button cs-button--busyable ${isDanger ? 'cs-button--danger' : 'cs-button--primary'}`}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        data-first={!isDanger || undefined}
      >
        <span>{label}</span>
        {isBusy && <Spinner />}
      </button>
    </div>
  )
}

const Question = ({ question, confirm, cancel }: QuestionProps) => {
  const { action, intent, isBusy, failure } = question
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState<Typed>({})
  const [errors, setErrors] = useState<Typed>({})
  useModal(ref)
  const { title, body } = confirmationOf(action)
  const record = intent.record ?? {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = inputErrors(action, typed)
    setErrors(missing)
    if (Object.keys(missing).length === 0) confirm(inputValues(typed))
    else ref.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    cancel()
  }
  return (
    <dialog className="cs-dialog" ref={ref} aria-labelledby={id} aria-describedby={`${id}-body`} onCancel={escape}>
      <form onSubmit={submit} noValidate>
        <h2 id={id}>{fillTemplate(title, record)}</h2>
        <div className="cs-dialog-body" id={`${id}-body`}>
          {body !== undefined && <p>{fillTemplate(body, record)}</p>}
        </div>
        {Object.entries(action.input ?? {}).map(([name, input]) => (
          <InputField
            key={name}
            input={input}
            value={typed[name] ?? ''}
            error={errors[name]}
            isBusy={isBusy}
            onType={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))}
        {failure !== undefined && (
          <div className="cs-notice cs-notice--danger" role="alert">
            <p>{failure.message}</p>
            <RequestId failure={failure} />
          </div>
        )}
        <Buttons question={question} cancel={cancel} />
      </form>
    </dialog>
  )
}

/**
 * Asks before an action is done: names the record and the consequence, takes what the definition wants to know, and
 * keeps all of it while the server refuses. The focus starts in the first field, on Cancel where there is danger.
 */
export const ActionDialog = ({ flow }: { readonly flow: ActionFlow }) =>
  flow.question === undefined ? null : (
    <Question
      key={flow.question.intent.idempotencyKey}
      question={flow.question}
      confirm={flow.confirm}
      cancel={flow.cancel}
    />
  )
