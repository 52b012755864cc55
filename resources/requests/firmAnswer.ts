import { isPresent } from '../../language/predicate.ts'
import { isValues } from '../../language/readRecord.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { rejectReason } from './rejectReason.ts'

/** One labelled value of an answer. */
export interface AnswerFact {
  readonly label: string
  readonly text: string
  readonly isCode: boolean
}

type Write = (value: unknown) => string

const words: Write = (value) => formatValue('words', value)
const text: Write = (value) => formatValue('text', value)

/** What is shown of an answer, in this order; other members are for machines. */
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

/** The answer to a request by label; `undefined` where there is one that cannot be read. */
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
