import type { FormResource, ResolvedAction } from '../../language/resource.ts'
import { listPathOf, listResource, recordPathOf } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import { defaultNotice } from '../../language/messages.ts'
import { failureText, isSpoken } from '../actions/outcomeNotice.ts'
import { STOPPED } from '../actions/useTransfer.ts'
import type { Outcome } from '../actions/useActions.ts'
import { mayBeDone, type Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import type { SentLine } from './sentLines.ts'

/** The outcome of a call that did not succeed, as shown with its form. */
export interface FormOutcome {
  /**
   * `unknownOutcome`: it may have been done. `sentBefore`: it was done before, and not again. `stopped`: the person
   * stopped the upload.
   */
  readonly kind: 'refused' | 'unknownOutcome' | 'sentBefore' | 'stopped'
  readonly text: string
  /** The failure with the id to report it by. Absent if there is nothing to report, as for a refusal by the service. */
  readonly failure: Failure | undefined
  /** The service's messages about single values. */
  readonly fields?: NonNullable<Failure['fields']>
  /** The sent values: the form may show other ones by now. */
  readonly about?: readonly SentLine[]
  /** The record that it was about. */
  readonly subject?: Row | undefined
}

/** True if sending the submission again might do it twice. */
export const isOutcomeUnknown = ({ kind }: FormOutcome): boolean => kind === 'unknownOutcome' || kind === 'sentBefore'

/** Where people can look what has become of a submission: the record that it was about, or a list that it changes. */
export function placeToLook({ form, actions }: FormResource, subject: Row | undefined) {
  const about = form.about && listResource(form.about.resource)
  const to = about && subject && recordPathOf(about, subject.id)
  if (about !== undefined && subject !== undefined && to !== undefined) return { to, label: recordName(about, subject) }
  const changed = (actions['submit']?.refetch ?? []).flatMap((name) => listResource(name) ?? [])[0]
  return changed && { to: listPathOf(changed), label: changed.menuLabel }
}

/** What to do about an unknown outcome, where its own text does not say it. */
export const CHECK = 'Check whether it was done before you send it again.'

const UNKNOWN = `Outcome unknown: the service did not confirm it. ${CHECK}`

const withTitle = (title: string | undefined, ...rest: readonly string[]): string =>
  (title === undefined ? rest : [title, ...rest]).join('\n')

/** The definition's title, then the service's own message, or else the definition's body and the failure's message. */
function refusalText({ failure: declared }: ResolvedAction, failure: Failure): string {
  if (declared === undefined) return failure.message
  if (isSpoken(failure)) return withTitle(declared.title, failure.message)
  const { title, body } = declared
  if (failure.message === defaultNotice) return withTitle(title, body)
  return withTitle(title, ...(failure.message.includes(body) ? [] : [body]), failure.message)
}

interface Ended {
  readonly action: ResolvedAction
  readonly outcome: Outcome
  /** True if the call changes anything. A call that only reads can be repeated freely. */
  readonly isChange: boolean
  readonly isStopped: boolean
}

/**
 * The form's outcome to show. `undefined` for a success, and for the end of a session, which the shell reports.
 */
export function formOutcomeOf({ action, outcome, isChange, isStopped }: Ended): FormOutcome | undefined {
  if (outcome.state === 'unknown') {
    return { kind: 'unknownOutcome', text: UNKNOWN, failure: undefined }
  }
  if (outcome.state !== 'failed') return undefined
  const { failure } = outcome
  if (isStopped) return { kind: 'stopped', text: STOPPED, failure: undefined }
  if (failure.code === 'SENT_BEFORE') return { kind: 'sentBefore', text: failure.message, failure: undefined }
  if (failure.code === 'IN_DOUBT') return { kind: 'unknownOutcome', text: failure.message, failure: undefined }
  if (isChange && mayBeDone(failure))
    return { kind: 'unknownOutcome', text: failureText(action.failure, failure, true), failure }
  const { fields } = failure
  const shown = isSpoken(failure) ? undefined : failure
  return { kind: 'refused', text: refusalText(action, failure), failure: shown, ...(fields && { fields }) }
}
