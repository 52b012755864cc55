import { useQueryClient } from '@tanstack/react-query'
import { REASON } from '../../language/evidence.ts'
import { composeReason } from '../../language/reasonText.ts'
import { plainText } from '../../language/plainText.ts'
import { evidenceOf, inputValues } from './inputs.ts'
import { focusField, unfinishedIn } from '../inputs/fieldErrors.ts'
import { textIn, type InputValues } from '../inputs/inputValue.ts'
import { CONFLICTS, type OpenQuestion } from './useQuestion.ts'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Failure } from '../data/failure.ts'
import { LeaveDialog, useLeaveQuestion } from '../ui/LeaveDialog.tsx'
import { ApprovalNote } from './ApprovalNote.tsx'
import { ChangeNotice, overwritesOf } from './ChangeNotice.tsx'
import { confirmationOf, hasNothingToSend } from './confirmation.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { recordPathOf } from '../model/consoleModel.ts'
import { filledText } from '../model/columns.ts'
import { recordName } from '../model/rowModel.ts'
import { FailureNotice, Notice } from '../ui/Notice.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { DialogFields } from './DialogFields.tsx'
import { usePageWarning } from '../data/pageWarning.ts'
import { CLAIMS_KEY } from '../data/useConsoleProvider.ts'
import { isOutcomeUnknown, RECORD_CLAIMED } from './outcomeNotice.ts'
import { UploadProgress } from './UploadProgress.tsx'
import { hasNoWay, stageOf } from './questionStage.ts'
import { useLookAt } from './useLookAt.ts'
import { useOvertaken } from './useOvertaken.ts'
import { type Fields, useFields } from './useFields.ts'
import type { ActionFlow } from './useActionFlow.ts'
import './actions.css'

interface SentReasonProps {
  readonly question: OpenQuestion
  readonly typed: InputValues
}

/** The reason as the service receives it, with the evidence, if the action takes any and can still be sent. */
const SentReason = ({ question, typed }: SentReasonProps) => {
  const { action, intent } = question
  const record = intent.record ?? {}
  const evidence = evidenceOf(action, record, typed)
  if (evidence === undefined || hasNoWay(question)) return null
  const text = composeReason(plainText(textIn(typed[REASON])), evidence)
  return text === '' ? null : (
    <figure className="cs-sent-reason">
      <figcaption className="cs-muted">What is sent</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  )
}

/** Extra content between the confirmation text and the fields. */
export type Details = (question: OpenQuestion) => ReactNode

/** The failure of a form, which says what became of the typed values if the record has changed meanwhile. */
function failureOf({ action, failure }: OpenQuestion): Failure | undefined {
  const isConflict = failure?.code === 'UPSTREAM_REFUSED' && CONFLICTS.includes(failure.status ?? 0)
  if (failure === undefined || action.isForm !== true || !isConflict) return failure
  const why = failure.message.replace(/(?<![.!?])$/, '.')
  const message = `The record has changed since you opened it: ${why} Nothing was saved, and what you entered is still here.`
  return { ...failure, message }
}

/** True if the service has refused the entered values, so that others may be taken. A reason is no such value. */
const isOfValues = ({ action, failure }: OpenQuestion): boolean =>
  failure?.code === 'UPSTREAM_REFUSED' && Object.keys(action.input).some((name) => name !== REASON)

interface AttemptFailedProps {
  readonly question: OpenQuestion
  /** Where to look whether it was done, if that is unknown. */
  readonly look: ReactNode
}

/** Why an attempt failed, and what to do about it. */
const AttemptFailed = ({ question, look }: AttemptFailedProps) => {
  const failure = failureOf(question)
  return (
    failure !== undefined && (
      <FailureNotice failure={failure}>
        {look !== undefined && <p>{look}</p>}
        {isOfValues(question) && <p>Change what you entered, or cancel.</p>}
      </FailureNotice>
    )
  )
}

/** True if an attempt to change something may have been done, and no one has looked yet. */
const hasUnknownOutcome = ({ definition }: ActionFlow, { action, failure, isLookedAt }: OpenQuestion): boolean =>
  failure !== undefined && isLookedAt !== true && isOutcomeUnknown(definition, action, failure)

/**
 * Where to look whether an attempt was done: its record is read again from here, a new one is in the list, and what has
 * left the list has its page.
 */
function placeToLook({ definition }: ActionFlow, { intent: { record }, isUnlisted }: OpenQuestion): ReactNode {
  if (record === undefined) return 'Close this and look for it in the list before you repeat it.'
  const page = isUnlisted && definition.kind === 'list' ? recordPathOf(definition, record.id) : undefined
  if (definition.kind !== 'list' || page === undefined) return 'Look again before you repeat it.'
  return <Link to={page}>{`Open ${recordName(definition, record)}`}</Link>
}

/** What sending the typed values overwrites of a change that another person has made. */
const overwritesIn = (
  { definition }: ActionFlow,
  { change, intent }: OpenQuestion,
  { shown: { action }, typed }: Fields,
): readonly string[] =>
  change === undefined ? [] : overwritesOf(definition, action, change, inputValues(action, intent.record ?? {}, typed))

interface CloseGuardProps {
  /** True if the person has asked to close the form. */
  readonly isClosing: boolean
  readonly close: () => void
  readonly stay: () => void
}

/** Asks before a form with changed values is closed or left. */
const CloseGuard = ({ isClosing, close, stay }: CloseGuardProps) => {
  const leaving = useLeaveQuestion(true)
  const asked = leaving ?? (isClosing ? { leave: close, stay } : undefined)
  return (
    asked !== undefined && (
      <LeaveDialog
        question={asked}
        title="Close without saving?"
        text="What you have entered is not saved, and will be lost."
      />
    )
  )
}

/**
 * What the record's page warns of, unless the failure says it, and the way to take the record over where that comes first.
 * Nothing once there is nothing left to decide.
 */
function useTurn(question: OpenQuestion) {
  const warning = usePageWarning()
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { failure } = question
  const isOver = hasNoWay(question)
  /** For who submits the dialog before that. The colleague may have given the record back meanwhile. */
  const askFirst = () => {
    setAsked(true)
    void client.invalidateQueries({ queryKey: CLAIMS_KEY })
  }
  if (isOver) return { isOver, isEarly: false, askFirst }
  const isRefused = failure?.code === RECORD_CLAIMED
  const takeOver = isRefused || warning?.isLost === true ? warning?.takeOver : undefined
  const isLost = takeOver !== undefined
  return { isOver, takeOver, isEarly: isAsked && isLost, askFirst, warning: isRefused && isLost ? undefined : warning }
}

const TurnNotices = ({ warning, isEarly }: Pick<ReturnType<typeof useTurn>, 'warning' | 'isEarly'>) => (
  <>
    {warning !== undefined && <Notice tone="warning">{warning.text}</Notice>}
    {isEarly && (
      <Notice tone="warning" role="alert">
        Nothing was sent: take the record over first.
      </Notice>
    )}
  </>
)

/** The title and the text of a question, filled in. */
function wordsOf({ definition }: ActionFlow, { action, intent }: OpenQuestion) {
  const { title, body } = confirmationOf(action)
  const record = intent.record ?? {}
  const fill = filledText(definition)
  return { title: fill(title, record), text: body === undefined ? undefined : fill(body, record) }
}

interface ActionDialogProps {
  readonly question: OpenQuestion
  readonly flow: ActionFlow
  readonly details: Details | undefined
}

/**
 * Asks before an action runs: names the record and the consequence, and takes the definition's inputs. The inputs stay
 * if the server refuses. Focus starts in the first field, or on Cancel if the action is dangerous. The key press that
 * opens the dialog does not confirm it.
 */
export const ActionDialog = ({ question: asked, flow, details }: ActionDialogProps) => {
  const question = useOvertaken(flow.definition, asked, flow.currentOf)
  const { action, intent } = question
  const ref = useRef<HTMLDialogElement>(null)
  const fields = useFields(question, flow)
  const isUnsaved = action.isForm === true && fields.isChanged
  const [isClosing, setClosing] = useState(false)
  const tryClose = () => (isUnsaved ? setClosing(true) : flow.cancel(question))
  const { isOver, warning, takeOver, isEarly, askFirst } = useTurn(question)
  const send = (fileError?: string) => {
    const first = fields.submit(unfinishedIn(ref.current), fileError)
    if (first !== undefined) focusField(ref.current, first)
  }
  const submit = () => {
    if (isOver) return
    if (fields.upload === undefined || !fields.steps.isLast) send()
    else void fields.chosen.check().then(send)
  }
  const isUnknown = hasUnknownOutcome(flow, question)
  const look = useLookAt(flow.definition)
  const canLook = isUnknown && intent.record !== undefined
  return (
    <>
      <Dialog
        ref={ref}
        {...wordsOf(flow, question)}
        details={details?.(question)}
        onCancel={tryClose}
        onSubmit={canLook ? () => flow.lookAgain(look) : takeOver === undefined ? submit : askFirst}
        isGuarded
        stage={stageOf(question, takeOver !== undefined)}
        explain={`${flow.definition.name}.actions.${question.intent.name}`}
        buttons={
          <DialogButtons
            question={question}
            fields={fields}
            isPerhapsThere={isUnknown && !canLook}
            overwrites={overwritesIn(flow, question, fields)}
            busy={flow.definition.form?.submit.busy}
            cancel={tryClose}
            repeat={canLook ? submit : undefined}
            take={takeOver && (() => flow.takeOver(takeOver))}
          />
        }
      >
        <TurnNotices {...{ warning, isEarly }} />
        <DialogFields question={fields.shown} fields={fields} />
        <ApprovalNote approval={fields.approval} />
        <SentReason question={fields.shown} typed={fields.typed} />
        {question.isBusy && (intent.files?.length ?? 0) > 0 && <UploadProgress transfer={flow.transfer} />}
        <ChangeNotice question={question} isThere={hasNothingToSend(fields.shown, fields.typed)} />
        <AttemptFailed question={question} look={isUnknown ? placeToLook(flow, question) : undefined} />
      </Dialog>
      {isUnsaved && <CloseGuard isClosing={isClosing} close={() => flow.cancel()} stay={() => setClosing(false)} />}
    </>
  )
}
