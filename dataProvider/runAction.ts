import { isAboutRecord, sentChanges } from '../language/changedRecord.ts'
import { messageIn } from '../language/answer.ts'
import { type Operation, ownerIn } from '../language/operations.ts'
import { confirmationDigest, versionIn } from '../language/recordVersion.ts'
import { isValues, stepsOf, valueAt, withChanges, type Values } from '../language/pointer.ts'
import { checkAnswer, type CheckedAnswer, type Validate } from '../language/checkAnswer.ts'
import { readJson } from './readJson.ts'
import { coerceRecord } from '../language/coerceRecord.ts'
import type { Caller } from './createCaller.ts'
import { unexpectedAnswer } from './HttpError.ts'
import type { ActionAnswer, ActionParams, UploadParams } from './types.ts'

const nothing: CheckedAnswer = { value: {}, flaws: [], unreadable: {} }

function readAnswer(operation: Operation, body: unknown, responseCheck: Validate): CheckedAnswer {
  const answer = valueAt(body, operation.response.item ?? '')
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return nothing
  return checkAnswer(coerceRecord(answer, operation.definition.record), responseCheck)
}

/**
 * The record's fields that the answer has and that could be read. An unreadable field never clears the record's value.
 */
function answeredFields(operation: Operation, { value, flaws }: CheckedAnswer): Values {
  const broken = new Set(flaws.map(({ pointer }) => stepsOf(pointer)[0]))
  return Object.fromEntries(
    Object.entries(isValues(value) ? value : {}).filter(
      ([name, own]) => own !== undefined && isAboutRecord(name, operation) && !broken.has(name),
    ),
  )
}

/** The answer of a gateway that keeps the action for a second person: the record is as it was. */
function waiting({ id: operation }: Operation, record: ActionParams['record'], body: unknown): ActionAnswer {
  const waitsUntil = valueAt(body, '/approval/expiresAt')
  if (typeof waitsUntil !== 'string') throw unexpectedAnswer('The answer is not what was asked for.')
  const id = record?.id ?? operation
  return { data: { id, ok: true, message: undefined, record: { ...record, id }, answer: {}, waitsUntil } }
}

/**
 * Runs an action, with its files if it sends any. Resolves only on a real success; every failure rejects. An answer that
 * must name what the service stored is no success without content.
 */
export async function runAction(
  caller: Caller,
  operation: Operation,
  { record, input, evidence, confirmation, approvalReason, name: _name, ...sending }: ActionParams | UploadParams,
): Promise<ActionAnswer> {
  const { request, responseCheck } = await caller.prepare(operation, {
    ...(record && { record }),
    ...(input && { input }),
    ...(evidence && { evidence }),
  })
  const about = {
    owner: ownerIn(operation, record),
    version: await versionIn(operation, record),
    confirmation: confirmation && (await confirmationDigest(confirmation)),
    approvalReason,
  }
  const response = await caller.send(operation, request, { ...sending, ...about })
  const body = await readJson(response, operation)
  if (response.status === 202) return waiting(operation, record, body)
  if (operation.upload !== undefined && operation.response.reference !== undefined && !isValues(body))
    throw unexpectedAnswer('The answer is not what was asked for.')
  const id = record?.id ?? operation.id
  const answer = readAnswer(operation, body, responseCheck)
  caller.report(operation, answer.flaws)
  const changes = sentChanges(operation, request.body)
  const changed = operation.action?.isPartial === true ? withChanges(record, changes) : { ...record, ...changes }
  const merged = { ...changed, ...answeredFields(operation, answer), id }
  return {
    data: {
      id,
      ok: true,
      message: messageIn(body),
      record: merged,
      answer: isValues(answer.value) ? answer.value : {},
    },
  }
}
