import type { JSONSchema } from 'json-schema-to-ts'
import type { AnyDefinition } from '../../../language/defineResource.ts'
import { answerFields, responseSchema, type Operation } from '../../../language/operations.ts'
import { maskedClasses, type PiiClass } from '../../../language/pii.ts'
import { stepsOf } from '../../../language/pointer.ts'
import type { Pointer } from '../../../language/schema.ts'

/**
 * What may leave the gateway at one place of an answer. A place with neither fields nor items is a scalar, or `free`
 * where the schema declares a structure without saying what is in it.
 */
export interface Shape {
  fields?: Map<string, Shape>
  items?: Shape
  /** Only the item at this place leaves an array; those before it are emptied, those behind it dropped. */
  only?: number
  free?: true
  /** A plain value may stand where the structure is declared: both spellings are known. */
  orScalar?: true
  /** Class whose values are masked. */
  mask?: PiiClass
}

/** The shape of a whole answer, and the masks by field name that also hold inside free structures. */
export interface AnswerShape {
  readonly root: Shape
  readonly masksByName: ReadonlyMap<string, PiiClass>
}

type SchemaObject = Exclude<JSONSchema, boolean>

const isFree = ({ type }: SchemaObject): boolean =>
  type === undefined ||
  type === 'object' ||
  type === 'array' ||
  (Array.isArray(type) && (type.includes('object') || type.includes('array')))

function shapeOf(schema: JSONSchema): Shape {
  if (typeof schema === 'boolean') return schema ? { free: true } : {}
  const { properties, items } = schema
  if (properties !== undefined) {
    return { fields: new Map(Object.entries(properties).map(([name, member]) => [name, shapeOf(member)])) }
  }
  if (items !== undefined && !Array.isArray(items)) return { items: shapeOf(items as JSONSchema) }
  return isFree(schema) ? { free: true } : {}
}

const isIndex = (step: string): boolean => step === '*' || /^\d+$/.test(step)

/** The shape one step down, made where it is missing. */
function below(shape: Shape, step: string): Shape {
  if (isIndex(step)) return (shape.items ??= {})
  const fields = (shape.fields ??= new Map<string, Shape>())
  const found = fields.get(step) ?? {}
  fields.set(step, found)
  return found
}

const placeOf = (root: Shape, pointer: Pointer): Shape => stepsOf(pointer).reduce(below, root)

function pickShape(pick: string | undefined): Shape {
  return { items: pick === undefined ? {} : { fields: new Map([[pick, {}]]), orScalar: true } }
}

type Declared = readonly (readonly [place: string, pii: PiiClass | undefined])[]

/** Personal places of one record: by pointer where the answer declares its own, by field name otherwise. */
function personalPlacesOf({ kind, definition, response }: Operation): Declared {
  const byPlace = Object.entries(response.pii ?? {})
  if (kind === 'read') return byPlace
  if (kind === 'getOne' && definition.detail !== undefined) return Object.entries(definition.detail.pii)
  return [...Object.entries(definition.pii ?? {}).map(([field, pii]) => [`/${field}`, pii] as const), ...byPlace]
}

function masksOf(operation: Operation): readonly (readonly [Pointer, PiiClass])[] {
  return personalPlacesOf(operation).flatMap(([place, pii]) =>
    pii !== undefined && maskedClasses.includes(pii) ? [[place as Pointer, pii] as const] : [],
  )
}

function recordShape(operation: Operation): Shape {
  const record = shapeOf(responseSchema(operation))
  for (const [place, pii] of masksOf(operation)) placeOf(record, place).mask = pii
  return record
}

/** Leads to the item that an action's answer is read from: what stands beside it in an array is nobody's. */
function itemPlace(root: Shape, pointer: Pointer): Shape {
  return stepsOf(pointer).reduce((shape, step) => {
    if (/^\d+$/.test(step)) shape.only = Number(step)
    return below(shape, step)
  }, root)
}

/** An action's answer: one item of it where its definition says so, and the words that any answer may have. */
function actionShape({ response: { item = '' } }: Operation, record: Shape): Shape {
  if (item === '') return record
  const root = shapeOf({ type: 'object', properties: answerFields })
  Object.assign(itemPlace(root, item), record)
  return root
}

/** Where the record or the records sit in the whole answer, with what comes along (a page count, extra lists). */
function wholeShape(operation: Operation, record: Shape): Shape {
  const { kind, response } = operation
  if (kind === 'action' || kind === 'download' || kind === 'upload') return actionShape(operation, record)
  const root: Shape = {}
  const place = placeOf(root, (kind === 'list' ? response.items : response.item) ?? '')
  Object.assign(place, kind === 'list' ? { items: record } : record)
  if (kind === 'list' && response.pageCount !== undefined) placeOf(root, response.pageCount)
  for (const { at, pick } of Object.values(response.extras ?? {})) {
    for (const pointer of at) Object.assign(placeOf(root, pointer), pickShape(pick))
  }
  return root
}

/** Names of masked fields anywhere in the definitions: what a free structure brings under such a name is masked too. */
export function masksByNameOf(definitions: readonly AnyDefinition[]): AnswerShape['masksByName'] {
  const declared = definitions.flatMap(({ pii, detail, reads }): Declared => {
    const further = Object.values(reads ?? {}).flatMap((read) => Object.entries(read.pii ?? {}))
    return [...Object.entries(pii ?? {}), ...Object.entries(detail?.pii ?? {}), ...further]
  })
  return new Map(
    declared.flatMap(([place, pii]) =>
      pii !== undefined && maskedClasses.includes(pii) ? [[place.split('/').at(-1) ?? place, pii] as const] : [],
    ),
  )
}

/** The shape of an operation's answer, built once when the gateway starts. */
export const answerShapeOf = (operation: Operation, masksByName: AnswerShape['masksByName']): AnswerShape => ({
  root: wholeShape(operation, recordShape(operation)),
  masksByName,
})
