import type { ResponseMapping } from '../language/binding.ts'
import { isValues, pointerOf, valueAt } from '../language/pointer.ts'
import type { Operation } from '../language/operations.ts'
import { listOf } from '../language/resource.ts'
import { checkAnswer, type CheckedAnswer, type Flaw, type Validate } from '../language/checkAnswer.ts'
import { coerceRecord } from '../language/coerceRecord.ts'
import { pageCountOf as pagesTold } from '../language/paging.ts'
import { unreadableAt, withUnreadable } from '../language/unreadable.ts'
import { identified } from '../language/recordId.ts'
import { unexpectedAnswer } from './HttpError.ts'
import type { ConsoleRecord } from './types.ts'

const textOf = (item: unknown, pick: string | undefined): readonly string[] => {
  const value = typeof item === 'object' && pick !== undefined ? valueAt(item, `/${pick}`) : item
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
}

/** The answer's extra lists of strings: without blanks and duplicates, in the server's order (D-40). */
const readExtras = (body: unknown, extras: ResponseMapping['extras']): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(extras ?? {}).map(([name, { path, pick }]) => {
      const list: unknown = path.map((pointer) => valueAt(body, pointer)).find(Array.isArray)
      const texts = Array.isArray(list) ? list.flatMap((item: unknown) => textOf(item, pick)) : []
      return [name, [...new Set(texts)]]
    }),
  )

export interface ListContent {
  readonly rows: readonly ConsoleRecord[]
  /** The records of the answer, also those that cannot be read or are not shown: they decide where a page ends. */
  readonly received: number
  /** Null when the answer's body does not have a readable number. */
  readonly totalPages: number | null
  readonly hidden: number
  readonly extras: Readonly<Record<string, readonly string[]>>
  readonly flaws: readonly Flaw[]
}

/** What a page says about what it does not show. A record is dropped for lack of an id. */
export const omissionsOf = ({ rows, received, hidden, extras, flaws }: ListContent) => ({
  hidden,
  dropped: received - hidden - rows.length,
  extras,
  unreadable: flaws.length,
})

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const isUsable = (record: unknown): record is ConsoleRecord => {
  const id = valueAt(record, '/id')
  return typeof id === 'number' || (typeof id === 'string' && id !== '')
}

function pageCountOf(body: unknown, { response }: Operation): { count: number | null; flaws: readonly Flaw[] } {
  if (response.pageCount === undefined) return { count: null, flaws: [] }
  const count = pagesTold(valueAt(body, response.pageCount))
  return { count, flaws: count === null ? [{ pointer: response.pageCount, keyword: 'type' }] : [] }
}

/** The record identified by its number in the list. A value that is not an object is dropped later. */
const numbered = ({ value, ...answer }: CheckedAnswer, id: number): CheckedAnswer => ({
  ...answer,
  value: isValues(value) ? { ...value, id } : value,
})

/**
 * Reads the answer of a list. The envelope comes first: without an array of records it throws `UNEXPECTED_ANSWER`. Then
 * each record separately: an unreadable field becomes null, a record without a usable id is dropped, and one without
 * the field of `hideWithout` is hidden and counted (D-41).
 * @param first number of the first record in the whole list, for records that are identified by their place
 */
export function readList(body: unknown, operation: Operation, validate: Validate, first = 1): ListContent {
  const items = valueAt(body, operation.response.items ?? '')
  if (!Array.isArray(items)) throw unexpectedAnswer('The answer is not a list.')
  const { definition } = operation
  const { record, idFrom } = definition
  const checked = items
    .map((item: unknown) => checkAnswer(identified(definition, coerceRecord(item, record)), validate))
    .map((answer, index) => (idFrom === 'position' ? numbered(answer, first + index) : answer))
  const records = checked.map(({ value, unreadable }) => withUnreadable(value, unreadable)).filter(isUsable)
  const { hideWithout } = listOf(definition)
  const isShown = (record: ConsoleRecord) =>
    hideWithout === undefined ||
    !isEmpty(record[hideWithout]) ||
    unreadableAt(record, pointerOf([hideWithout])) !== undefined
  const rows = records.filter(isShown)
  const pages = pageCountOf(body, operation)
  return {
    rows,
    received: items.length,
    totalPages: pages.count,
    hidden: records.length - rows.length,
    extras: readExtras(body, operation.response.extras),
    flaws: [...checked.flatMap(({ value, flaws }) => withLostRecord(value, flaws)), ...pages.flaws],
  }
}

/** A record dropped for lack of an id counts as one flaw, even if other parts of it are broken too. */
const withLostRecord = (value: unknown, flaws: readonly Flaw[]): readonly Flaw[] =>
  isUsable(value)
    ? flaws
    : [flaws.find(({ pointer }) => pointer === '' || pointer === '/id') ?? { pointer: '/id', keyword: 'required' }]
