import type { Operation } from '../language/operations.ts'
import { ownerIn } from '../language/owner.ts'
import { isValues } from '../language/readRecord.ts'
import type { Caller } from './createCaller.ts'
import { unexpectedAnswer } from './HttpError.ts'
import { readJson } from './readJson.ts'
import type { UploadAnswer, UploadParams } from './types.ts'

/** Sends one file with the values its binding declares. The gateway looks into the file before it passes it on. */
export async function sendFile(
  caller: Caller,
  operation: Operation,
  { record, ...sending }: UploadParams,
): Promise<UploadAnswer> {
  const { request } = await caller.prepare(operation, record === undefined ? {} : { record })
  const owner = ownerIn(operation, record)
  const response = await caller.send(operation, request, { ...sending, owner })
  const answer = await readJson(response, operation)
  if (!isValues(answer)) throw unexpectedAnswer('The answer is not what was asked for.')
  return { data: { ok: true, answer } }
}
