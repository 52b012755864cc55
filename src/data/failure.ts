import type { FailureCode } from '../../dataProvider/HttpError.ts'
import { unclearAnswers } from '../../language/answer.ts'
import { defaultNotice } from '../../language/messages.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import { formatValue } from '../format/formatValue.ts'
import { askText, neededText } from './permissions.ts'

/** What a failed call means for the person. */
type FailureKind = 'sessionOver' | 'forbidden' | 'notFound' | 'malformed' | 'unknownOutcome' | 'failed'

/** A failed call: what happened, in the server's words if it sent any, and the id to report it by. */
export interface Failure {
  readonly kind: FailureKind
  readonly message: string
  /** True for the gateway's default message of the code: the service has said nothing itself. */
  readonly isDefaultMessage?: true
  /** The gateway's or the provider's stable error code. */
  readonly code: FailureCode | undefined
  readonly requestId: string | undefined
  /** The permission that is missing, and who gives permissions here. */
  readonly permission?: string
  readonly contact?: string
  /** Who changed the record since the person saw it, in a sentence that the message begins with. */
  readonly changed?: string
  /** The HTTP status, if an answer came. */
  readonly status?: number
  /** The service's messages about single values, by the name of their input. */
  readonly fields?: Readonly<Record<string, string>>
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

function kindOf(status: unknown, code: Failure['code']): FailureKind {
  if (status === 401) return 'sessionOver'
  if (code === 'OUTCOME_UNKNOWN') return 'unknownOutcome'
  if (status === 403 && code !== 'CROSS_SITE' && code !== 'STEP_UP') return 'forbidden'
  if (status === 404) return 'notFound'
  if (status === 400) return 'malformed'
  return 'failed'
}

const isTexts = (fields: unknown): fields is Readonly<Record<string, string>> =>
  isValues(fields) && Object.values(fields).every((said) => typeof said === 'string')

/** Who changed a record, in words; `undefined` where the answer says nothing of it. */
function changedIn(body: unknown): string | undefined {
  const changed = valueAt(body, '/changed')
  if (changed === null) return 'Changed outside this console.'
  const [name, action] = [text(valueAt(changed, '/name')), text(valueAt(changed, '/action'))]
  const since = valueAt(changed, '/isSuperseded') === true ? ', and the service has changed it since' : ''
  return name === undefined || action === undefined
    ? undefined
    : `Changed by ${name} at ${formatValue('dateTime', valueAt(changed, '/at'))} (${action})${since}.`
}

/** How the browsers, and the loader of the styles, say that code did not arrive. */
const LOST_CODE = /dynamically imported module|importing a module script failed|unable to preload/i

const NOT_LOADED = 'A part of the console could not be loaded. Check the connection, then reload the page.'

/** What an error says itself, unless its text is for developers. */
function messageOf(error: unknown): string {
  const said = error instanceof Error ? text(error.message) : undefined
  if (said === undefined) return defaultNotice
  return LOST_CODE.test(said) ? NOT_LOADED : said
}

/** Reads an error of the data provider: its status, and the `code` and `requestId` of its body. */
export function failureOf(error: unknown): Failure {
  const code = text(valueAt(error, '/body/code')) as Failure['code']
  const kind = kindOf(valueAt(error, '/status'), code)
  const status = valueAt(error, '/status')
  const fields = valueAt(error, '/body/fields')
  const permission = text(valueAt(error, '/body/permission'))
  const contact = text(valueAt(error, '/body/contact'))
  const refusal = permission === undefined ? undefined : `${neededText([permission])} ${askText(contact)}`
  const changed = changedIn(valueAt(error, '/body'))
  return {
    kind,
    message: [changed, messageOf(error), refusal].filter((sentence) => sentence !== undefined).join(' '),
    code,
    requestId: text(valueAt(error, '/body/requestId')),
    ...(valueAt(error, '/body/isDefaultMessage') === true && { isDefaultMessage: true }),
    ...(permission !== undefined && { permission }),
    ...(contact !== undefined && { contact }),
    ...(changed !== undefined && { changed }),
    ...(typeof status === 'number' && { status }),
    ...(isTexts(fields) && { fields }),
  }
}

/** Codes with which the same request is refused again: what is asked has to change, or who asks it. */
const REFUSALS: readonly Failure['code'][] = [
  'UPSTREAM_REFUSED',
  'UPSTREAM_FORBIDDEN',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_REQUEST',
  'MALFORMED_REQUEST',
  'RULE_BROKEN',
  'TOO_LARGE',
  'UNREADABLE_FILE',
  'UNSUPPORTED_FILE',
]

/** True for a failure that may pass by itself, so that the same can be tried again. A refusal does not pass. */
export const canPass = ({ code }: Failure): boolean => !REFUSALS.includes(code)

/** Codes of failures after which the call may still have been made: nothing of the gateway's answer is known. */
const UNANSWERED: readonly Failure['code'][] = ['NETWORK', 'IN_FLIGHT', 'UNEXPECTED_ANSWER']

/** Codes of the gateway's answers that do not tell what became of a change: of an unclear answer, and a defect. */
const UNCLEAR: readonly Failure['code'][] = [...unclearAnswers, 'INTERNAL']

/** True if no answer came, so that the outcome of a change is unknown. A retry must send the same intent. */
export const isUnanswered = ({ code }: Failure): boolean => UNANSWERED.includes(code)

/** True if a change may have been made although its call failed. Nothing shown may say that it was not. */
export const mayBeDone = (failure: Failure): boolean =>
  failure.kind === 'unknownOutcome' || isUnanswered(failure) || UNCLEAR.includes(failure.code)

/** The message of a failure after which a change may have been made. The caller adds where people can look. */
export const mayBeDoneText = ({ code, message }: Failure): string =>
  UNCLEAR.includes(code) ? `${message} It is not known whether this was done.` : message

/** The failure of a query or a mutation; none while there is no error. */
export const failureIn = (error: unknown): Failure | undefined => (error === null ? undefined : failureOf(error))

/** The error of a call that react-admin resolved with nothing because the session had ended. */
export const sessionOver = (): Error => Object.assign(new Error('The session is over.'), { status: 401 })
