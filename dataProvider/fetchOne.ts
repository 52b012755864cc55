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

/**
 * One record by its id. The answer keeps its shape and gets the id asked for; an id that no record can have is
 * refused before anything is called.
 */
export async function fetchOne(
  caller: Caller,
  operation: Operation,
  { id: wanted, signal }: { readonly id: unknown; readonly signal?: AbortSignal },
): Promise<OneAnswer<ConsoleRecord>> {
  const { definition, response: mapping } = operation
  const id = parseId(wanted, definition.record)
  const { request, responseCheck } = await caller.prepare(operation, { record: { id } })
  const response = await caller.send(operation, request, { signal })
  const body = valueAt(await readJson(response, operation), mapping.item ?? '')
  const answer = definition.detail === null ? coerceRecord(body, definition.coerce) : body
  const { value, flaws } = checkAnswer(answer, responseCheck)
  caller.report(operation, flaws)
  if (flaws.some((flaw) => isFatal(flaw, operation))) throw unexpectedAnswer('The answer is not such a record.')
  if (isAnother(value, id, operation)) throw unexpectedAnswer('The answer is another record than the one asked for.')
  return { data: { ...(value as Readonly<Record<string, unknown>>), id }, meta: { unreadable: flaws.length } }
}
