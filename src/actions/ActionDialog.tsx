import { useRef } from 'react'
import type { ReactNode } from 'react'
import { fillTemplate } from '../../language/template.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNotice } from '../ui/Notice.tsx'
import { ChangeNotice } from './ChangeNotice.tsx'
import { confirmationOf, isReady } from './confirmation.ts'
import { DialogButtons } from './DialogButtons.tsx'
import { DialogFields } from './DialogFields.tsx'
import { SentReason } from './SentReason.tsx'
import { useFields } from './useFields.ts'
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
  const fields = useFields(question, flow)
  const { title, body } = confirmationOf(action)
  const record = intent.record ?? {}
  const submit = () => {
    if (change !== undefined && change.state !== 'possible') return
    const first = fields.submit()
    if (first !== undefined) ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return (
    <Dialog
      ref={ref}
      title={fillTemplate(title, record)}
      text={body === undefined ? undefined : fillTemplate(body, record)}
      onCancel={flow.cancel}
      onSubmit={submit}
      isGuarded
      buttons={
        <DialogButtons
          question={question}
          isReady={isReady(question, fields.typed)}
          busy={flow.definition.form?.submit.busy}
          cancel={flow.cancel}
        />
      }
    >
      {details?.(question)}
      <DialogFields question={question} fields={fields} />
      <SentReason question={question} typed={fields.typed} />
      {change !== undefined && <ChangeNotice change={change} />}
      {failure !== undefined && <FailureNotice failure={failure} />}
    </Dialog>
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
