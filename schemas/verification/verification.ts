import { valueAt } from '../../language/pointer.ts'
import { unreadableAt } from '../../language/unreadable.ts'
import { isUnread, itemsWithUnread, readInvestigation, type Investigation } from './investigation.ts'

/** The cases of one applicant: the current one, and earlier runs (D-96). */
export interface ApplicantCases {
  readonly label: 'Primary' | 'Secondary'
  readonly current: Investigation
  readonly previous: readonly Investigation[]
}

/** The results of an account's identity checks. */
export interface Verification {
  readonly status: string
  readonly accountNo: string
  readonly requestTime: string
  /** False if the list of the cases could not be read: then it is not known whether there are any. */
  readonly areCasesRead: boolean
  /** One or two applicants; none before the first check. */
  readonly applicants: readonly ApplicantCases[]
}

/** The place of the cases in the answer. An account without cases has an empty list or null there. */
const CASES = '/result/investigations'

const labels = ['Primary', 'Secondary'] as const

/** Where an account's detail has the names of the first and of the second applicant. */
export const applicantNamePlaces = [
  ['/account/0/first_name', '/account/0/last_name'],
  ['/joint_user/joint_first_name', '/joint_user/joint_last_name'],
] as const

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const textAt = (answer: unknown, pointer: `/${string}`): string => {
  const found = valueAt(answer, pointer)
  return typeof found === 'string' ? found : ''
}

/**
 * The current cases, in the order of `sketch_ids`, otherwise in the order they came. At most two, and never archived
 * ones (D-96). A case whose id could not be read has the first place that no other case has.
 */
function currentOf(investigations: readonly Investigation[], order: readonly string[]): readonly Investigation[] {
  const live = investigations.filter(({ isArchived }) => !isArchived)
  const unknown = live.filter((one) => one.sketchId === '' && isUnread(one, '/sketchId'))
  const named = [...new Set(order)].flatMap(
    (id) => live.find(({ sketchId }) => sketchId === id) ?? unknown.shift() ?? [],
  )
  return (named.length > 0 ? named : live).slice(0, labels.length)
}

/** The applicant an earlier run belongs to: the one with the same name, otherwise the first. */
function ownerOf(earlier: Investigation, current: readonly Investigation[]): number {
  const index = current.findIndex(({ applicant }) => applicant !== '' && applicant === earlier.applicant)
  return Math.max(0, index)
}

/** Every case in the answer of the status call: current, earlier and archived ones. */
export function casesIn(answer: unknown): readonly Investigation[] {
  return itemsWithUnread(answer, CASES, answer).map(({ item, unread }) => readInvestigation(item, unread))
}

/** Reads the answer of the status call, without relying on its shape. */
export function readVerification(answer: unknown): Verification {
  const all = casesIn(answer)
  const current = currentOf(all, texts(valueAt(answer, '/result/sketch_ids')))
  const earlier = all.filter((one) => !current.includes(one))
  return {
    status: textAt(answer, '/result/status'),
    accountNo: textAt(answer, '/result/account_no'),
    requestTime: textAt(answer, '/result/request_time'),
    areCasesRead: valueAt(answer, CASES) !== undefined && unreadableAt(answer, CASES) === undefined,
    applicants: current.map((investigation, index) => ({
      label: labels[index] ?? 'Secondary',
      current: investigation,
      previous: earlier.filter((one) => ownerOf(one, current) === index),
    })),
  }
}
