import { useQueryClient } from '@tanstack/react-query'
import { REASON } from '../../language/evidence.ts'
import { composeReason } from '../../language/reasonText.ts'
import { evidenceOf, inputValues } from './inputs.ts'
import { focusField, unfinishedIn } from '../inputs/fieldErrors.ts'
import { textIn, type InputValues } from '../inputs/inputValue.ts'
import { BackButton } from '../inputs/StepFields.tsx'
import { CONFLICTS, type OpenQuestion } from './useQuestion.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { canPass, type Failure } from '../data/failure.ts'
import { LeaveDialog, useLeaveQuestion } from '../ui/LeaveDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { ApprovalNote } from './ApprovalNote.tsx'
import { ChangeNotice, overwritesOf } from './ChangeNotice.tsx'
import { confirmationOf, hasNothingToSend, isReady } from './confirmation.ts'
import { fillTemplate } from '../../language/template.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { recordPathOf } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import { isNothingFocused } from '../ui/focus.ts'
import { FailureNotice, Notice } from '../ui/Notice.tsx'
import { DialogFields } from './DialogFields.tsx'
import { usePageWarning } from '../data/pageWarning.ts'
import { CLAIMS_KEY } from '../data/useConsoleProvider.ts'
import { APPROVAL_WAITING, isOutcomeUnknown, RECORD_CLAIMED } from './outcomeNotice.ts'
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
  const text = composeReason(textIn(typed[REASON]).trim(), evidence)
  return text === '' ? null : (
    <figure className="cs-sent-reason">
      <figcaption className="cs-muted">What is sent</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  )
}

interface DialogButtonsProps {
  readonly question: OpenQuestion
  readonly fields: Fields
  /** True for a new record that may be there now: its dialog has nothing left to cancel. */
  readonly isPerhapsThere: boolean
  /** What sending overwrites of another person's change. */
  readonly overwrites: readonly string[]
  /** The button's label while the call is running, if it has its own. */
  readonly busy: string | undefined
  readonly cancel: () => void
  /** Repeats an attempt with an unknown outcome; missing for every other one, which submitting the dialog sends. */
  readonly repeat: (() => void) | undefined
  /** Takes the record over from a colleague. Only a press of the button does: who submits the dialog means its action. */
  readonly take: (() => void) | undefined
}

/**
 * Looks what became of an attempt. It takes the focus from the button that would repeat it, and the keys that submit the
 * dialog.
 */
const LookAgainButton = ({ isBusy }: { readonly isBusy: boolean }) => {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Button ref={ref} type="submit" look="primary" isBusy={isBusy}>
      Look again
    </Button>
  )
}

/** A longer label does not fit on a phone. */
const MOST_LABEL = 40

function againLabel([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'Try again'
  return more.length === 0 && first.length <= MOST_LABEL ? first : 'Overwrite what has changed'
}

/** The dialog's cancel and confirm buttons, and those that lead from step to step. Only cancel is left once the action is no longer possible. */
const DialogButtons = ({ question, fields, cancel, repeat, ...rest }: DialogButtonsProps) => {
  const { isPerhapsThere, overwrites, busy, take } = rest
  const { steps } = fields
  // Another person has to approve it: the button sends it to them.
  const isForApproval = fields.approval !== undefined
  const canSend = isReady(fields.shown, fields.typed)
  const { action, isBusy, failure, change, isLookedAt, isOvertaken = false } = question
  const { confirmLabel: ownLabel = action.label, cancelLabel = 'Cancel' } = confirmationOf(action)
  const confirmLabel = isForApproval ? 'Send for approval' : ownLabel
  const isDanger = action.tone === 'danger'
  const isWaiting = failure?.code === APPROVAL_WAITING
  const isOver = hasNoWay(question)
  const away = useRef<HTMLButtonElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone, so focus moves to one that is left in the dialog.
  useEffect(() => {
    const next = isOver || isDanger || !canSend || change !== undefined ? away : confirm
    const isMoved = isOver && !isOvertaken
    if (isMoved || ((isOver || isLookedAt === true) && isNothingFocused())) next.current?.focus({ focusVisible: true })
  }, [isOver, isOvertaken, isLookedAt, isDanger, canSend, change])
  const press = take ?? repeat
  const isAgain = change !== undefined || (failure !== undefined && canPass(failure))
  const label =
    take !== undefined ? 'Take over' : !steps.isLast ? 'Next' : isAgain ? againLabel(overwrites) : confirmLabel
  return (
    <>
      <Button ref={away} onClick={cancel} disabled={isBusy} data-first={isDanger || undefined}>
        {change === undefined && !isPerhapsThere && !isWaiting ? cancelLabel : 'Close'}
      </Button>
      {repeat !== undefined && <LookAgainButton isBusy={isBusy} />}
      {!isOver && <BackButton steps={steps} isBusy={isBusy} />}
      {!isOver && (
        <Button
          ref={confirm}
          type={press === undefined ? 'submit' : 'button'}
          onClick={press}
          look={
            repeat !== undefined ? 'outline' : isDanger && steps.isLast && take === undefined ? 'danger' : 'primary'
          }
          isOff={steps.isLast && !canSend && take === undefined}
          isBusy={isBusy}
          busyLabel={isForApproval ? undefined : busy}
          data-first={!isDanger || undefined}
        >
          {label}
        </Button>
      )}
    </>
  )
}

/** Extra content between the confirmation text and the fields. */
export type Details = (question: OpenQuestion) => ReactNode

/** The failure of a form, which says what became of the typed values if the record has changed meanwhile. */
function failureOf({ action, failure }: OpenQuestion): Failure | undefined {
  const isConflict = failure?.code === 'UPSTREAM_REFUSED' && CONFLICTS.includes(failure.status ?? 0)
  if (failure === undefined || action.isForm !== true || !isConflict) return failure
  const message = `The record has changed since you opened it. Nothing was saved, and what you entered is still here. ${failure.message}`
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
  const { title, body } = confirmationOf(action)
  const { isOver, warning, takeOver, isEarly, askFirst } = useTurn(question)
  const record = intent.record ?? {}
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
        title={fillTemplate(title, record)}
        text={body === undefined ? undefined : fillTemplate(body, record)}
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
