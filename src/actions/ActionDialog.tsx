import { useId, useRef } from 'react'
import type { FormEvent, ReactNode, SyntheticEvent } from 'react'
import { fillTemplate } from '../../language/template.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { useModal } from '../ui/useModal.ts'
import { RequestId } from '../ui/EmptyState.tsx'
import { ChangeNotice } from './ChangeNotice.tsx'
import { confirmationOf, isReady } from './confirmation.ts'
import { DialogButtons } from './DialogButtons.tsx'
import { DialogFields } from './DialogFields.tsx'
import { SentReason } from './SentReason.tsx'
import { useFields } from './useFields.ts'
import { useKeyGuard } from './useKeyGuard.ts'
import type { ActionFlow } from './useActionFlow.ts'
import type { OpenQuestion } from './openQuestion.ts'
import './actions.css'

/** More about what is about to be done, between the consequence and the fields. */
type Details = (question: OpenQuestion) => ReactNode

interface QuestionProps {
  readonly question: OpenQuestion
  readonly flow: ActionFlow
  readonly details: Details | undefined
}

const Question = ({ question, flow, details }: QuestionProps) => {
  const { action, intent, failure, change } = question
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const fields = useFields(question, flow)
  useModal(ref)
  const guard = useKeyGuard(ref)
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
    <dialog
      className="cs-dialog"
      ref={ref}
      aria-labelledby={id}
      aria-describedby={`${id}-body`}
      onKeyDownCapture={guard}
      onCancel={escape}
    >
      <form onSubmit={submit} noValidate>
        <h2 id={id}>{fillTemplate(title, record)}</h2>
        <div className="cs-dialog-body" id={`${id}-body`}>
          {body !== undefined && <p>{fillTemplate(body, record)}</p>}
        </div>
        {details?.(question)}
        <DialogFields question={question} fields={fields} />
        <SentReason question={question} typed={fields.typed} />
        {change !== undefined && <ChangeNotice change={change} />}
        {failure !== undefined && (
          <div className="cs-notice cs-notice--danger" role="alert">
            <p>{failure.message}</p>
            <RequestId failure={failure} />
          </div>
        )}
        <DialogButtons
          question={question}
          isReady={isReady(question, fields.typed)}
          busy={flow.definition.form?.submit.busy}
          cancel={flow.cancel}
        />
      </form>
    </dialog>
  )
}

interface ActionDialogProps {
  readonly flow: ActionFlow
  readonly details?: Details
  /** Whether answers are shown here, in a drawer. */
  readonly hasResult?: boolean
}

/** Only after a call whose answer is shown: its code comes then. */
const ResultDrawer = lazyComponent(async () => (await import('../result/ResultDrawer.tsx')).ResultDrawer, null)

/**
 * Asks before an action is done: names the record and the consequence, takes what the definition wants to know, and
 * keeps all of it while the server refuses. The focus starts in the first field, on Cancel where there is danger; the key
 * that has opened it does not answer it.
 * Afterwards it shows what was answered, where the definition asks for that and no other place shows it.
 */
export const ActionDialog = ({ flow, details, hasResult = true }: ActionDialogProps) => {
  const { question, result, closeResult } = flow
  return (
    <>
      {question !== undefined && <Question key={question.id} question={question} flow={flow} details={details} />}
      {hasResult && result !== undefined && <ResultDrawer key={result.id} shown={result} onClose={closeResult} />}
    </>
  )
}
