import type { Operation } from '../language/operations.ts'
import { checkAnswer } from './checkAnswer.ts'
import type { Caller } from './createCaller.ts'
import { unexpectedAnswer } from './HttpError.ts'
import { readJson } from './readJson.ts'
import type { ReadAnswer, ReadParams } from './types.ts'

/** More about one record: the answer in its own shape, unreadable parts of it null. */
export async function fetchRead(
  caller: Caller,
  operation: Operation,
  { record, signal }: ReadParams,
): Promise<ReadAnswer> {
  const { request, responseCheck } = await caller.prepare(operation, { record })
  const response = await caller.send(operation, request, { signal })
  const { value, flaws } = checkAnswer(await readJson(response, operation), responseCheck)
  caller.report(operation, flaws)
  if (flaws.some(({ pointer }) => pointer === '')) throw unexpectedAnswer('The answer is not what was asked for.')
  return { data: value as ReadAnswer['data'], meta: { unreadable: flaws.length } }
}
