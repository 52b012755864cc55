import type { Operation } from '../language/operations.ts'
import { stepsOf, valueAt } from '../language/pointer.ts'
import { checkAnswer } from './checkAnswer.ts'
import type { Flaw } from './checkAnswer.ts'
import { coerceRecord } from '../language/coerceRecord.ts'
import type { Caller } from './createCaller.ts'
import { unexpectedAnswer } from './HttpError.ts'
import { parseId } from './parseId.ts'
import { readJson } from './readJson.ts'
import type { ConsoleRecord, OneAnswer } from './types.ts'
import type { Validate } from './validators/types.ts'

/** Whether the flaw leaves nothing to show: the whole answer, or a part that the detail's schema requires. */
const isFatal = ({ pointer }: Flaw, { definition }: Operation): boolean => {
  const [first, ...rest] = stepsOf(pointer)
  return first === undefined || (rest.length === 0 && definition.detail?.schema.required?.includes(first) === true)
}

/** Whether an answer that is itself a record is another record than the one asked for. */
const isAnother = (value: unknown, id: string | number, { definition }: Operation): boolean => {
  const own = definition.detail === null ? valueAt(value, '/id') : undefined
  return (typeof own === 'string' || typeof own === 'number') && String(own) !== String(id)
}

/** What one record is read from. Without an `id` it is a new one, known by its own. */
interface AnsweredRecord {
  readonly answer: unknown
  readonly responseCheck: Validate
  readonly id?: string | number | undefined
}

const isId = (value: unknown): value is string | number => typeof value === 'number' || typeof value === 'string'

/** A record as an answer has it. The answer keeps its shape and gets the id asked for. */
export function readOne(
  caller: Caller,
  operation: Operation,
  { answer, responseCheck, id }: AnsweredRecord,
): OneAnswer<ConsoleRecord> {
  const { definition, response: mapping } = operation
  const body = valueAt(answer, mapping.item ?? '')
  const record = definition.detail === null ? coerceRecord(body, definition.record) : body
  const { value, flaws } = checkAnswer(record, responseCheck)
  caller.report(operation, flaws)
  const known = id ?? valueAt(value, '/id')
  if (!isId(known) || flaws.some((flaw) => isFatal(flaw, operation)))
    throw unexpectedAnswer('The answer is not such a record.')
  if (isAnother(value, known, operation)) throw unexpectedAnswer('The answer is another record than the one asked for.')
  return { data: { ...(value as Readonly<Record<string, unknown>>), id: known }, meta: { unreadable: flaws.length } }
}

/** One record by its id; an id that no record can have is refused before anything is called. */
export async function fetchOne(
  caller: Caller,
  operation: Operation,
  { id: wanted, signal }: { readonly id: unknown; readonly signal?: AbortSignal },
): Promise<OneAnswer<ConsoleRecord>> {
  const id = parseId(wanted, operation.definition.record)
  const { request, responseCheck } = await caller.prepare(operation, { record: { id } })
  const response = await caller.send(operation, request, { signal })
  return readOne(caller, operation, { answer: await readJson(response, operation), responseCheck, id })
}
