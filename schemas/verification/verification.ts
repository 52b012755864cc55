import { valueAt } from '../../language/pointer.ts'
import { isValues } from '../../language/readRecord.ts'
import { readInvestigation } from './investigation.ts'
import type { Investigation } from './investigation.ts'

/** The cases of one applicant: the one in force, and earlier runs (D-96). */
export interface ApplicantCases {
  readonly label: 'Primary' | 'Secondary'
  readonly current: Investigation
  readonly previous: readonly Investigation[]
}

/** What the identity checks of an account came to. */
export interface Verification {
  readonly status: string
  readonly accountNo: string
  readonly requestTime: string
  /** One or two; none before the first check. */
  readonly applicants: readonly ApplicantCases[]
}

const labels = ['Primary', 'Secondary'] as const

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const textAt = (answer: unknown, pointer: `/${string}`): string => {
  const found = valueAt(answer, pointer)
  return typeof found === 'string' ? found : ''
}

/** The cases in force: in the order of `sketch_ids`, else as they come; at most two, archived ones never (D-96). */
function currentOf(investigations: readonly Investigation[], order: readonly string[]): readonly Investigation[] {
  const live = investigations.filter(({ isArchived }) => !isArchived)
  const named = [...new Set(order)].flatMap((id) => live.filter(({ sketchId }) => sketchId === id).slice(0, 1))
  return (named.length > 0 ? named : live).slice(0, labels.length)
}

/** Whose earlier run it is: the applicant of the same name, else the first. */
function ownerOf(earlier: Investigation, current: readonly Investigation[]): number {
  const index = current.findIndex(({ applicant }) => applicant !== '' && applicant === earlier.applicant)
  return Math.max(0, index)
}

/** Every case in the answer of the status call: those in force, earlier ones and archived ones. */
export function casesIn(answer: unknown): readonly Investigation[] {
  const found = valueAt(answer, '/result/investigations')
  return (Array.isArray(found) ? found.filter(isValues) : []).map(readInvestigation)
}

/** Reads the answer of the status call. Nothing in it is trusted to have its form. */
export function readVerification(answer: unknown): Verification {
  const all = casesIn(answer)
  const current = currentOf(all, texts(valueAt(answer, '/result/sketch_ids')))
  const earlier = all.filter((one) => !current.includes(one))
  return {
    status: textAt(answer, '/result/status'),
    accountNo: textAt(answer, '/result/account_no'),
    requestTime: textAt(answer, '/result/request_time'),
    applicants: current.map((investigation, index) => ({
      label: labels[index] ?? 'Secondary',
      current: investigation,
      previous: earlier.filter((one) => ownerOf(one, current) === index),
    })),
  }
}
