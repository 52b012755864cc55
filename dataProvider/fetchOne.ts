import type { ObjectSchema } from '../language/schema.ts'
import { malformed, unexpectedAnswer } from './HttpError.ts'
import type { Operation } from '../language/operations.ts'
import { stepsOf, valueAt, isValues, type Values } from '../language/pointer.ts'
import { checkAnswer, type Flaw, type Validate } from '../language/checkAnswer.ts'
import { readJson } from './readJson.ts'
import { coerceRecord, fromWire } from '../language/coerceRecord.ts'
import { withUnreadable } from '../language/unreadable.ts'
import { fieldsOfId, identified, idOf, RECORD_ID } from '../language/recordId.ts'
import type { Caller } from './createCaller.ts'
import type { ConsoleRecord, OneAnswer, OneMeta, ReadAnswer, ReadParams } from './types.ts'

const typesOf = (record: ObjectSchema): readonly unknown[] => {
  const id = record.properties['id']
  const type = typeof id === 'object' ? id.type : undefined
  return Array.isArray(type) ? type : [type]
}

/**
 * The id in the type of the record's schema, because routes have ids as text. Throws `HttpError` 400 MALFORMED_ID,
 * without repeating the id, for an id that no record can have. A number has one spelling: '007' would be another record
 * for those who claim it.
 */
export function parseId(id: unknown, record: ObjectSchema): string | number {
  const types = typesOf(record)
  const text = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
  if (types.includes('integer') && /^(0|[1-9]\d{0,14})$/.test(text)) return Number(text)
  if (types.includes('string') && RECORD_ID.test(text)) return text
  throw malformed('MALFORMED_ID', 'This is not the id of a record.')
}

/** True when the flaw leaves nothing to show: the whole answer, or a part that the detail's schema requires. */
const isFatal = ({ pointer }: Flaw, { definition }: Operation): boolean => {
  const [first, ...rest] = stepsOf(pointer)
  return first === undefined || (rest.length === 0 && definition.detail?.schema.required?.includes(first) === true)
}

/** True when an answer that is itself a record is a different record than the requested one. */
const isAnother = (value: Values, id: string | number, { definition }: Operation): boolean => {
  const own = definition.detail === null ? idOf(definition, value) : undefined
  return own !== undefined && String(own) !== String(id)
}

/** The input of one record. Without an `id` the record is new and has its own. */
interface AnsweredRecord {
  readonly answer: unknown
  readonly responseCheck: Validate
  readonly id?: string | number | undefined
}

/** Reads a record from an answer. The answer keeps its shape and gets the requested id. */
export function readOne(
  caller: Caller,
  operation: Operation,
  { answer, responseCheck, id }: AnsweredRecord,
): OneAnswer<ConsoleRecord> {
  const { definition, response: mapping } = operation
  const body = valueAt(answer, mapping.item ?? '')
  const record =
    definition.detail === null
      ? identified(definition, coerceRecord(body, definition.record))
      : fromWire(body, definition.detail.schema)
  const { value: checked, flaws, unreadable } = checkAnswer(record, responseCheck)
  const value = withUnreadable(checked, unreadable)
  caller.report(operation, flaws)
  const known = isValues(value) ? (id ?? idOf(definition, value)) : undefined
  if (!isValues(value) || known === undefined || flaws.some((flaw) => isFatal(flaw, operation)))
    throw unexpectedAnswer('The answer is not such a record.')
  if (isAnother(value, known, operation)) throw unexpectedAnswer('The answer is another record than the one asked for.')
  return { data: { ...value, id: known }, meta: { unreadable: flaws.length } }
}

/** Fetches one record by its id. An id that no record can have is refused before any call. */
export async function fetchOne(
  caller: Caller,
  operation: Operation,
  { id: wanted, signal, meta }: { readonly id: unknown; readonly signal?: AbortSignal; readonly meta?: OneMeta },
): Promise<OneAnswer<ConsoleRecord>> {
  const id = parseId(wanted, operation.definition.record)
  const { request, responseCheck } = await caller.prepare(operation, { record: fieldsOfId(operation.definition, id) })
  const response = await caller.send(operation, request, { signal, isPrefetch: meta?.isPrefetch })
  return readOne(caller, operation, { answer: await readJson(response, operation), responseCheck, id })
}

/** Fetches more about one record. The answer keeps its shape, with unreadable parts null. */
export async function fetchRead(
  caller: Caller,
  operation: Operation,
  { record, isPrefetch, signal }: ReadParams,
): Promise<ReadAnswer> {
  const { request, responseCheck } = await caller.prepare(operation, { record })
  // The record that this is more about, for the record of who read it.
  const response = await caller.send(operation, request, { signal, isPrefetch, owner: String(record.id) })
  const answer = fromWire(await readJson(response, operation), operation.response.schema)
  const { value: checked, flaws, unreadable } = checkAnswer(answer, responseCheck)
  const value = withUnreadable(checked, unreadable)
  caller.report(operation, flaws)
  if (!isValues(value)) throw unexpectedAnswer('The answer is not what was asked for.')
  return { data: value, meta: { unreadable: flaws.length } }
}
