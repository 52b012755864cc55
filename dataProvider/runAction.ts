import { messageIn } from '../schemas/meta/answer.ts'
import type { Operation } from '../schemas/meta/operations.ts'
import { responseSchema } from '../schemas/meta/operations.ts'
import { stepsOf } from '../schemas/meta/pointer.ts'
import { checkAnswer } from './checkAnswer.ts'
import { coerceRecord } from '../schemas/meta/coerceRecord.ts'
import type { Caller } from './createCaller.ts'
import { readJson } from './readJson.ts'
import type { ActionAnswer, ActionParams } from './types.ts'

type Values = Readonly<Record<string, unknown>>

/** The constants sent that are fields of the record: after a success they are what the record says. */
const sentFields = ({ action, definition }: Operation): Values =>
  Object.fromEntries(
    Object.entries(action?.body ?? {}).filter(([name]) => Object.hasOwn(definition.record.properties, name)),
  )

/**
 * Whether an answer's part of this name speaks of the record. Parts that any answer may have, such as `status`, are
 * declared as `{}` and speak of the call.
 */
const isAboutRecord = (name: string, operation: Operation): boolean => {
  const declared = responseSchema(operation).properties[name]
  return (
    name !== 'id' &&
    Object.hasOwn(operation.definition.record.properties, name) &&
    typeof declared === 'object' &&
    Object.keys(declared).length > 0
  )
}

/** The record's fields that the answer carries and that could be read: an unreadable one never empties the record. */
function answeredFields(caller: Caller, operation: Operation, body: unknown): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  const { value, flaws } = checkAnswer(coerceRecord(body, operation.definition.coerce), caller.responseCheck(operation))
  caller.report(operation, flaws)
  const broken = new Set(flaws.map(({ pointer }) => stepsOf(pointer)[0]))
  return Object.fromEntries(
    Object.entries(value as Values).filter(([name]) => isAboutRecord(name, operation) && !broken.has(name)),
  )
}

/** Carries out an action. Resolves only on a real success; every failure rejects. */
export async function runAction(
  caller: Caller,
  operation: Operation,
  { record, input, idempotencyKey, signal }: ActionParams,
): Promise<ActionAnswer> {
  const request = caller.prepare(operation, { ...(record && { record }), ...(input && { input }) })
  const response = await caller.send(operation, request, { signal, idempotencyKey })
  const body = await readJson(response, operation)
  const id = record?.id ?? operation.id
  const merged = { ...record, ...sentFields(operation), ...answeredFields(caller, operation, body), id }
  return { data: { id, ok: true, message: messageIn(body), record: merged } }
}
