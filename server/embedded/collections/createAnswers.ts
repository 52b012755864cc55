import type { FastifyReply } from 'fastify'
import sharp from 'sharp'
import { operationsOf } from '../../../language/operations.ts'
import { isValues, placed, valueAt, withChanges, type Values } from '../../../language/pointer.ts'
import { holds } from '../../../language/predicate.ts'
import type { ListResource, Resource } from '../../../language/resource.ts'
import { fillTemplate } from '../../../language/template.ts'
import { type CollectionSource, generatedFor, written } from './collection.ts'
import { effectsOf, valuesSent } from './effects.ts'
import { listAnswer } from './listRows.ts'
import { type Call, textOf } from './readCall.ts'
import { openRecords, type Records, type RecordsSource, Refusal } from './records.ts'

const csv = (records: readonly Values[], fields: readonly string[]): string =>
  [fields, ...records.map((record) => fields.map((field) => record[field] ?? ''))]
    .map((cells) => cells.map((cell) => `"${textOf(cell).replaceAll('"', '""')}"`).join(','))
    .join('\r\n')

const SIDE = 320

/** A picture of a gradient, for a call whose file is shown. */
function picture(): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => ((at % SIDE) + Math.floor(at / SIDE)) / 3)
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer()
}

/** The answer to a change: the words of its success, and what its binding declares, filled from the record. */
function changeAnswer({ operation }: Call, record: Values, source: CollectionSource): unknown {
  const { action, response, kind, definition, binding } = operation
  const { item = '', reference, schema } = response
  if (kind === 'getOne') return placed(undefined, item, written(record, definition))
  const success = action?.success ?? 'Done'
  const message = fillTemplate(typeof success === 'string' ? success : success.fallback, record)
  const answer = placed(undefined, item, schema === undefined ? {} : generatedFor(definition, schema, record, source))
  const isReferred = reference === undefined || valueAt(answer, reference) !== undefined
  const known = isReferred ? answer : placed(answer, reference, `${binding}-1`)
  return isValues(known) && action?.result === undefined ? { ...known, message } : known
}

function assertAvailable({ operation: { action } }: Call, record: Values): void {
  const isBlocked = action?.blocked.some(({ when }) => holds(when, record)) === true
  if (isBlocked || !holds(action?.when, record))
    throw new Refusal(409, 'This cannot be done any more: the record has changed')
}

/**
 * The resource whose list has the address that the call posts to: the call adds a record to it. Where the list itself is
 * read by POST, its address says nothing, and only `create` does.
 */
const grownBy = (
  { operation: { method, service, path, binding } }: Call,
  { model }: CollectionSource,
): ListResource | undefined =>
  model.definitions.find(
    (each): each is ListResource =>
      method === 'POST' &&
      each.kind === 'list' &&
      operationsOf(each).some(
        (own) =>
          own.kind === 'list' &&
          own.service === service &&
          own.path === path &&
          (own.method !== method || binding === 'create'),
      ),
  )

/** The record after a change; undefined for a call that is about no record. */
function changed(call: Call, records: Records, source: CollectionSource): Values | undefined {
  const { operation, body } = call
  const target = records.targetOf(call)
  if (target === undefined) return undefined
  assertAvailable(call, target.record)
  if (operation.method !== 'DELETE') {
    const effects = effectsOf(operation, body, source.model.registry)
    const own = Object.fromEntries(Object.keys(effects).map((field) => [field, target.record[field]]))
    return target.change(operation.action?.isPartial === true ? withChanges(own, effects) : effects)
  }
  target.remove()
  return target.record
}

function answerChange(call: Call, records: Records, source: CollectionSource, reply: FastifyReply): unknown {
  const { operation, body } = call
  const grown = grownBy(call, source)
  const { definition, action, method } = operation
  const isNewPart = definition.kind === 'nested' && action?.scope === 'list' && method === 'POST'
  if (grown !== undefined || isNewPart) void reply.code(201)
  const sentTo = ({ record: { properties } }: Resource) => valuesSent(operation, body, properties)
  const record = isNewPart
    ? records.addPart(call, definition, sentTo(definition))
    : grown === undefined
      ? changed(call, records, source)
      : records.add(grown, sentTo(grown))
  const { answer } = records.rulesOf(grown ?? operation.definition)
  return answer && record ? answer(record) : changeAnswer(call, { ...body, ...record }, source)
}

/** Creates what answers the calls of the definitions, from the records of their collections. */
export function createAnswers(source: RecordsSource) {
  const records = openRecords(source)
  return (call: Call, reply: FastifyReply): unknown => {
    const { definition, kind, effect, binding, response } = call.operation
    if (kind === 'download') {
      if (call.operation.action?.preview === true) return picture().then((image) => reply.type('image/png').send(image))
      const found = records.named(call).map(({ record }) => record)
      return reply.type('text/csv; charset=utf-8').send(csv(found, Object.keys(definition.record.properties)))
    }
    if (effect === 'mutate' || definition.kind !== 'list') return answerChange(call, records, source, reply)
    if (kind === 'list') return listAnswer(call, records.recordsOf(definition), reply)
    const row = records.targetOf(call)?.row
    if (row === undefined) throw new Refusal(404, `${definition.label} not found`)
    const collection = records.collectionOf(definition)
    return placed(
      undefined,
      response.item ?? '',
      kind === 'read' ? collection.readOf(row, binding) : collection.detailOf(row),
    )
  }
}
