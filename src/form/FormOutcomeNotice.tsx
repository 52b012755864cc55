import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { type FormResource, formsOf } from '../../language/resource.ts'
import { isScalar } from '../../language/schema.ts'
import type { ShownResult } from '../actions/useActionFlow.ts'
import { draftsIn } from '../data/drafts.ts'
import { useIsDecided } from '../data/ownApprovals.ts'
import { formatMoment } from '../format/formatMoment.ts'
import { filledText } from '../model/columns.ts'
import { consoleModel } from '../model/consoleModel.ts'
import { withoutMarkedLines } from '../inputs/tableFacts.ts'
import type { Permissions } from '../model/controlOf.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { RequestId } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useCloseQuestion } from '../ui/LeaveDialog.tsx'
import { leaveDismissed } from '../ui/leaveDismissed.ts'
import { Notice } from '../ui/Notice.tsx'
import { ResultFacts } from '../values/ResultFacts.tsx'
import { CHECK, isOutcomeUnknown, placeToLook, type FormOutcome } from './formOutcome.ts'
import { LookLink } from './LookLink.tsx'
import { draftKey } from './formValues.ts'
import { linesText } from './sentLines.ts'
import type { FailedAttempt } from './useAttempts.ts'
import { isOffered } from './useChosenForm.ts'
import { isChange, type Done, type FormSubmission } from './useFormSubmission.ts'

interface UndoProps {
  readonly definition: FormResource
  readonly done: Done
  readonly permissions: Permissions
}

/** Offers the form that takes a success back, filled in, and says with what. */
const Undo = ({ definition, done: { sent, subject }, permissions }: UndoProps) => {
  const drafts = draftsIn(useQueryClient())
  const { undoneBy } = definition.form
  const pages = consoleModel().screens.flatMap((screen) => ('groups' in screen ? [screen] : []))
  const page = pages.find((one) => formsOf(one).some(({ name }) => name === undoneBy))
  const form = page && formsOf(page).find(({ name }) => name === undoneBy)
  if (form === undefined || sent === undefined || subject === undefined || !isOffered(form, permissions)) return null
  const kept = Object.entries(form.form.fields).flatMap(([name, { field, label }]) => {
    const value = field === undefined ? undefined : subject[field]
    return isScalar(value) ? [{ name, label, value: String(value) }] : []
  })
  const fill = () =>
    drafts.keep(draftKey(form), {
      ...Object.fromEntries(Object.entries(sent).filter(([name]) => name in form.form.fields)),
      ...Object.fromEntries(kept.map(({ name, value }) => [name, value])),
    })
  return (
    <p className="cs-row">
      <span>{linesText(kept)}</span>
      <Link className={buttonClass({ size: 'small' })} data-undo to={`${page?.path}?form=${form.name}`} onClick={fill}>
        {form.label}
      </Link>
    </p>
  )
}

/**
 * Says below the emptied form what was done, to whom, and when; or that it waits, with a link to it. Nothing once that is
 * decided: a notice says how.
 */
const FormDone = (props: UndoProps) => {
  const { text, at, waitsUntil } = props.done
  const isWaiting = waitsUntil !== undefined
  if (useIsDecided(waitsUntil)) return null
  return (
    <Notice tone={isWaiting ? 'info' : 'success'} className="cs-form-done">
      <p>
        {`${text} · `}
        <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
      </p>
      {isWaiting && <Link to="/approvals?view=mine">Show under Approvals</Link>}
      <Undo {...props} />
    </Notice>
  )
}

interface FormResultProps {
  readonly definition: FormResource
  readonly shown: ShownResult | undefined
}

/** Shows the call's answer below its form. Screen readers announce it when it arrives. */
const FormResult = ({ definition, shown }: FormResultProps) =>
  definition.actions['submit']?.result === undefined ? null : (
    <div className="cs-form-result" aria-live="polite">
      {shown !== undefined && (
        <>
          <h3>{filledText(definition)(shown.result.title, shown.record)}</h3>
          <ResultFacts result={shown.result} answer={shown.answer} />
        </>
      )}
    </div>
  )

const tones = {
  refused: 'danger',
  unknownOutcome: 'warning',
  sentBefore: 'warning',
  stopped: 'info',
} as const

const UNCHANGED = 'Nothing was changed.'

interface FormOutcomeNoticeProps {
  readonly definition: FormResource
  readonly attempt: FailedAttempt
  /** The chosen files. */
  readonly files: readonly File[]
  /** True for the last attempt's once no dialog covers the form: it takes focus, so that the person notices it. */
  readonly takesFocus: boolean
  readonly dismiss: (formOutcome: FormOutcome) => void
}

/** Shows the outcome of an attempt with the form until it is dismissed. */
const FormOutcomeNotice = ({ definition, attempt, files, takesFocus, dismiss }: FormOutcomeNoticeProps) => {
  const { outcome, files: sent = [] } = attempt
  const { kind, text, failure, about = [], subject } = outcome
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])
  const shown = files.filter((file) => sent.includes(file))
  const said = withoutMarkedLines(shown, text)
  // Of a file whose refused lines are not named, some lines may have been taken.
  const isFileRefused = kind === 'refused' && failure === undefined && sent.length > 0 && said === text
  // The chosen file shows for itself what was refused.
  const isRefused = kind === 'refused' && shown.length === 0
  const isUnchanged = isRefused && isChange(definition) && !said.includes(UNCHANGED)
  const isUnknown = isOutcomeUnknown(outcome)
  const place = isUnknown || isFileRefused ? placeToLook(definition, subject) : undefined
  return (
    <Notice tone={tones[kind]} className="cs-form-ending" role="alert" tabIndex={-1} ref={ref}>
      <p>{said}</p>
      {(isUnknown || isRefused) && about.length > 0 && <p>{`About: ${linesText(about)}`}</p>}
      {isUnchanged && <p>{UNCHANGED}</p>}
      {kind === 'unknownOutcome' && failure !== undefined && <p>{CHECK}</p>}
      {place !== undefined && <LookLink {...place} />}
      {failure !== undefined && <RequestId failure={failure} />}
      <Button
        look="icon"
        className="cs-form-dismiss"
        aria-label="Dismiss"
        data-dismiss
        onClick={({ currentTarget }) => {
          leaveDismissed(currentTarget)
          dismiss(outcome)
        }}
      >
        <Icon name="close" />
      </Button>
    </Notice>
  )
}

interface FormEndingProps {
  readonly definition: FormResource
  readonly files: readonly File[]
  readonly submission: FormSubmission
  readonly permissions: Permissions
}

/** Below a form: its last success and what it answered, and the attempts that did not succeed. */
export const FormEnding = ({ definition, files, submission, permissions }: FormEndingProps) => {
  const { flow, formOutcome: last, failed, lastDone, dismiss } = submission
  const isFree = flow.question === undefined
  useCloseQuestion(failed.some(({ outcome }) => isOutcomeUnknown(outcome)))
  return (
    <>
      <div aria-live="polite" className="cs-form-status">
        {lastDone !== undefined && <FormDone done={lastDone} {...{ definition, permissions }} />}
      </div>
      {failed.toReversed().map((attempt) => (
        <FormOutcomeNotice
          key={attempt.idempotencyKey}
          {...{ definition, attempt, files, dismiss }}
          takesFocus={isFree && attempt.outcome === last}
        />
      ))}
      <FormResult definition={definition} shown={flow.result} />
    </>
  )
}
