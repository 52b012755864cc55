import { isPresent } from '../../language/predicate.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import { toneOf, type Tone } from '../../language/registry.ts'
import { type Status, tones as statusTones } from '../../schemas/shared/enumerations.ts'
import { isUnderReview, transferState, type TransferState } from './transferStates.ts'
import type { HistoryEvent } from '../../language/history.ts'
import type { Row } from '../../src/model/columns.ts'
import { hasEffect, names } from '../../src/show/history/recordSteps.tsx'

interface AnswerFact {
  readonly label: string
  readonly text: string
  readonly isCode: boolean
}

type Item = Readonly<Record<string, unknown>>

type Write = (value: unknown) => string

const words: Write = (value) => formatValue('words', value)
const text: Write = (value) => formatValue('text', value)

/** The shown members of an answer, in order. Other members are for machines. */
const members: readonly (readonly [field: string, label: string, write: Write])[] = [
  ['acatsControlNumber', 'Control number', text],
  ['direction', 'Direction', words],
  ['notes', 'Notes', (value) => rejectReason(text(value))],
  ['expectedSettlementDate', 'Expected settlement', (value) => formatValue('date', value)],
  ['previousState', 'Previous state', text],
  ['action', 'Decision', words],
  ['comment', 'Comment', text],
  ['decidedAt', 'Decided', (value) => formatValue('dateTime', value)],
]

/** The answer to a request, by label; `undefined` when there is an answer that can't be read. */
export function readAnswer(answer: unknown): readonly AnswerFact[] | undefined {
  if (!isPresent(answer)) return []
  if (!isValues(answer)) return undefined
  return members
    .filter(([field]) => isPresent(answer[field]))
    .map(([field, label, write]) => ({
      label,
      text: write(answer[field]),
      isCode: field === 'acatsControlNumber' || field === 'previousState',
    }))
}

const reasons: Readonly<Record<string, string>> = {
  SSN_TAX_ID_MISMATCH: 'The SSN or tax id does not match',
  ACCOUNT_TITLE_MISMATCH: 'The title of the account does not match',
  DOCUMENTATION_NEEDED: 'Documents are needed',
  ACCOUNT_FLAT: 'The account holds nothing',
  INVALID_ACCOUNT_NUMBER: 'The account number is not valid',
  DUPLICATE: 'The same transfer has been asked for before',
  ACCOUNT_IN_DISTRIBUTION_OR_TRANSFER: 'The account is already being transferred or paid out',
  CLIENT_RESCINDED: 'The client took the request back',
  MISSING_AUTHORIZATION_SIGNATURE: 'The signature that authorizes it is missing',
  ACCOUNT_VIOLATES_CREDIT_POLICY_OF_RECEIVING_FIRM: "The account is against the receiving firm's credit policy",
}

/** A transfer's reject code in words, with the code itself. Other notes stay unchanged. */
export const rejectReason = (notes: string): string => {
  const known = Object.hasOwn(reasons, notes) ? reasons[notes] : undefined
  return known === undefined ? notes : `${known} (${notes})`
}

/** The kind of a request to close an account. */
export const CLOSE_ACCOUNT = 'CLOSE_ACCOUNT'

/** The state of a request that someone here has to decide. */
export const REQUESTED = 'REQUESTED' satisfies Status<'request'>

/** The state that each action here leads a request to. */
export const requestStates: Readonly<Record<string, string>> = {
  'accountRequests.approve': 'APPROVED',
  'accountRequests.reject': 'REJECTED',
  'accounts.closeAccount': 'SENT',
} satisfies Record<string, Status<'request'>>

/** The states of a request in which what was sent of it goes on. */
export const underWay: readonly string[] = ['PENDING', 'INPROGRESS'] satisfies Status<'request'>[]

/**
 * The actions here on a request: the decisions about it, or else the one that has sent the newest request to close the
 * account. One that waits to be decided is the customer's.
 */
export function actionsOn(request: Item, requests: readonly Item[], events: readonly HistoryEvent[]) {
  const done = events.filter((event) => Object.hasOwn(requestStates, event.operation) && hasEffect(event))
  const decisions = done.filter((event) => names(event, 'id', String(request['id'])))
  const ids = requests.filter(({ request_type: type }) => type === CLOSE_ACCOUNT).map(({ id }) => Number(id))
  const isNewest = request['request_type'] === CLOSE_ACCOUNT && Number(request['id']) === Math.max(...ids)
  if (decisions.length > 0 || !isNewest || request['status'] === REQUESTED) return decisions
  return done.filter(({ operation }) => operation === 'accounts.closeAccount').slice(0, 1)
}

export interface RequestState {
  /** The service's name for the state. */
  readonly name: string
  /** The meaning of the state; `undefined` for an unknown one (X2). */
  readonly meaning: string | undefined
  readonly tone: Tone
  readonly clock: TransferState['clock']
  /** Our own decision in words, when the state is the clearing firm's and so does not show it. */
  readonly ours: string | undefined
  /** Accept and reject are shown but do nothing here (D-72). */
  readonly isUnderReview: boolean
}

const tones: Readonly<Record<TransferState['tone'], Tone>> = {
  info: 'neutral',
  inFlight: 'inFlight',
  review: 'inFlight',
  warning: 'needsUs',
  success: 'done',
  bad: 'stopped',
}

const ASKED = 'The customer asked for it; someone here has to decide.'

const transferMeanings: Readonly<Record<string, string>> = {
  REQUESTED: ASKED,
  APPROVED: 'Approved here; the clearing firm has not answered yet.',
  REJECTED: 'Rejected here; the clearing firm does not hear of it.',
} satisfies Partial<Record<Status<'request'>, string>>

const closeMeanings: Readonly<Record<string, string>> = {
  REQUESTED: ASKED,
  PENDING: 'Waiting to be sent to the clearing firm.',
  SENT: 'Sent to the clearing firm.',
  INPROGRESS: 'The clearing firm is closing the account.',
  APPROVED: 'The clearing firm closed the account.',
  REJECTED: 'The account stays open: its closing was rejected.',
} satisfies Record<Status<'request'>, string>

const known = (meanings: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(meanings, name) ? meanings[name] : undefined

const plain = (name: string, meaning: string | undefined): RequestState => ({
  name,
  meaning,
  tone: toneOf(statusTones.request, name),
  clock: undefined,
  ours: undefined,
  isUnderReview: false,
})

const decided = ['APPROVED', 'REJECTED'] satisfies Status<'request'>[]

/** The request's own status, which is our decision: 'Our decision: Approved'. */
const ownText = (status: unknown): string => {
  const isDecision = decided.some((each) => each === status)
  return `Our ${isDecision ? 'decision' : 'status'}: ${formatValue('words', status)}`
}

/** The state of a transfer: the clearing firm's, otherwise its answer's, otherwise the request's (D-70). */
function transferStateOf({ response_data: answer, status }: Row): RequestState {
  const firms = [valueAt(answer, '/currentState'), valueAt(answer, '/status')].find(isPresent)
  const name = formatValue('text', firms ?? status).toUpperCase()
  const common = {
    ours: firms === undefined || !isPresent(status) ? undefined : ownText(status),
    isUnderReview: isUnderReview(name),
  }
  const found = transferState(name)
  if (found === undefined) return { ...plain(name, known(transferMeanings, name)), ...common }
  const { meaning, tone, clock } = found
  return { name, meaning, tone: tones[tone], clock, ...common }
}

/** The state of a customer's request. A request of an unknown kind shows its status alone. */
export function requestState(record: Row): RequestState {
  if (record['request_type'] === 'TRANSFER_ACCOUNT') return transferStateOf(record)
  const name = formatValue('text', record['status'])
  return plain(name, record['request_type'] === CLOSE_ACCOUNT ? known(closeMeanings, name) : undefined)
}
