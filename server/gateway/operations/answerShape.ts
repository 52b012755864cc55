import { itemSchema, type FieldSchema, type Pointer } from '../../../language/schema.ts'
import type { Resource } from '../../../language/resource.ts'
import { answerFields, responseSchema } from '../../../language/operationSchemas.ts'
import type { Operation } from '../../../language/operations.ts'
import { allPlaces, wirePlaces, type PersonalPlace } from '../../../language/personal.ts'
import { isMasked, type PiiClass } from '../../../language/pii.ts'
import { pointerOf, stepsOf } from '../../../language/pointer.ts'
import { isHazardous } from '../core/json.ts'
import type { MaskUndeclared } from './maskUndeclared.ts'

type SchemaObject = Exclude<FieldSchema, boolean>

/**
 * The part of an answer that may leave the gateway at one place. A place with neither fields nor items is a scalar, or
 * `free` where the schema declares a structure without its content.
 */
export interface Shape {
  fields?: Map<string, Shape>
  items?: Shape
  /** Of an array only the item at this index leaves; earlier items are emptied, later ones dropped. */
  only?: number
  free?: true
  /** The gateway reads the value itself: it does not leave, and is no drift. */
  own?: true
  /** A plain value is allowed instead of the declared structure: both forms are known. */
  orScalar?: true
  /** Class whose values are masked. */
  mask?: PiiClass
  /** The schema that declares the place. */
  declared?: SchemaObject
  /** Every answer has a value here. */
  isRequired?: true
  /** The names of the fields that are required. */
  required?: readonly string[]
  /** The types of values that leave as they are; missing where more than the type is to be looked at. */
  plain?: ReadonlySet<string>
}

export interface AnswerShape {
  readonly root: Shape
  /** Masks what lies where the schemas declare a structure without its content. */
  readonly maskUndeclared: MaskUndeclared
}

const isFree = ({ type }: SchemaObject): boolean =>
  type === undefined ||
  type === 'object' ||
  type === 'array' ||
  (Array.isArray(type) && (type.includes('object') || type.includes('array')))

function shapeOf(schema: FieldSchema): Shape {
  if (typeof schema === 'boolean') return schema ? { free: true } : {}
  return { ...contentOf(schema), declared: schema }
}

function contentOf(schema: SchemaObject): Shape {
  const { pii, properties, items, additionalProperties, required = [] } = schema
  if (isMasked(pii)) return { mask: pii }
  if (additionalProperties === true) return { free: true }
  if (properties !== undefined) return fieldsShape(properties, required)
  if (items !== undefined && !Array.isArray(items)) return { items: shapeOf(itemSchema(schema) ?? true) }
  return isFree(schema) ? { free: true } : {}
}

/** Adds a shape to a place that other properties may lead into. */
function merge(into: Shape, { fields, items, ...own }: Shape): void {
  Object.assign(into, own)
  for (const [name, field] of fields ?? []) merge(below(into, name), field)
  if (items !== undefined) merge((into.items ??= {}), items)
}

/** The shape of an object: each property at its `path`, which may be inside an object that is not declared itself. */
function fieldsShape(properties: Readonly<Record<string, FieldSchema>>, required: readonly string[]): Shape {
  const root: Shape = { fields: new Map<string, Shape>() }
  for (const [name, member] of Object.entries(properties)) {
    const { path, default: otherwise } = typeof member === 'object' ? member : {}
    const place = placeOf(root, path ?? pointerOf([name]))
    merge(place, shapeOf(member))
    if (required.includes(name) && otherwise === undefined) place.isRequired = true
  }
  return root
}

const isIndex = (step: string): boolean => step === '*' || /^\d+$/.test(step)

/** The shape one step down, created when it is missing. */
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

/** The personal places of other schemas: of the record, for answers with their own schema, and of nested records. */
function inheritedPlaces(
  { kind, resource, binding, definition }: Operation,
  definitions: readonly Resource[],
): readonly PersonalPlace[] {
  const read = kind === 'read' ? binding : undefined
  const parts = definitions.flatMap((part) => {
    const { partOf } = part
    const isHere = (kind === 'getOne' || kind === 'read') && partOf?.resource === resource && partOf.read === read
    return isHere ? wirePlaces(part).map(([place, pii]) => [`${partOf.path}/*${place}`, pii] as const) : []
  })
  const isOther = kind === 'read' || (kind === 'getOne' && definition.detail !== null)
  return isOther ? parts : [...wirePlaces(definition), ...parts]
}

/** Masks a place if the shape declares it. */
function maskDeclared(shape: Shape, [step, ...rest]: readonly string[], pii: PiiClass): void {
  if (step === undefined) {
    shape.mask = pii
    return
  }
  const next = isIndex(step) ? (shape.items ?? shape) : shape.fields?.get(step)
  if (next !== undefined) maskDeclared(next, rest, pii)
}

function recordShape(operation: Operation, definitions: readonly Resource[]): Shape {
  const schema = responseSchema(operation)
  const record = shapeOf(schema)
  const { definition } = operation
  // The console makes the id of other fields, so no service has to send it.
  if (schema === definition.record && definition.idFields.length > 0) delete record.fields?.get('id')?.isRequired
  for (const [place, pii] of inheritedPlaces(operation, definitions))
    if (isMasked(pii)) maskDeclared(record, stepsOf(place), pii)
  return record
}

/** The place of the item that an action's answer is read from; other items of an array are not part of the answer. */
function itemPlace(root: Shape, pointer: Pointer): Shape {
  return stepsOf(pointer).reduce((shape, step) => {
    if (/^\d+$/.test(step)) shape.only = Number(step)
    return below(shape, step)
  }, root)
}

/** An action's answer: the whole, or one item of it and the messages that any answer may have. */
function actionShape({ response: { item = '' } }: Operation, record: Shape): Shape {
  if (item === '') return record
  // With an item of an array, the answer is that array, or an object that says why there is none.
  const isArray = isIndex(stepsOf(item)[0] ?? '')
  const root = shapeOf({ ...(isArray ? {} : { type: 'object' }), properties: answerFields })
  Object.assign(itemPlace(root, item), record)
  return root
}

/** The place of the record or records in the whole answer, with the page count and extra lists. */
function wholeShape(operation: Operation, record: Shape): Shape {
  const { kind, response } = operation
  if (kind === 'action' || kind === 'download' || kind === 'upload') return actionShape(operation, record)
  const root: Shape = {}
  const place = placeOf(root, (kind === 'list' ? response.items : response.item) ?? '')
  Object.assign(place, kind === 'list' ? { items: record } : record)
  if (kind === 'list' && response.pageCount !== undefined) placeOf(root, response.pageCount)
  for (const place of [response.total, response.next])
    if (kind === 'list' && typeof place === 'string') placeOf(root, place).own = true
  for (const { path, pick } of Object.values(response.extras ?? {})) {
    for (const pointer of path) Object.assign(placeOf(root, pointer), pickShape(pick))
  }
  return root
}

/** The names of all masked fields of the definitions: in free structures, values under such a name are masked too. */
export function masksByNameOf(definitions: readonly Resource[]): ReadonlyMap<string, PiiClass> {
  return new Map(
    definitions.flatMap(allPlaces).flatMap(([place, pii]) => {
      const name = stepsOf(place).findLast((step) => !isIndex(step))
      return name !== undefined && isMasked(pii) ? [[name, pii] as const] : []
    }),
  )
}

function plainTypes({ own, mask, free, fields, items, declared = {} }: Shape): ReadonlySet<string> | undefined {
  const { type, coerce } = declared
  const isMore = [own, mask, free, fields, items, coerce].some((each) => each !== undefined)
  if (isMore || type === undefined) return undefined
  return new Set([type].flat().flatMap((each) => (each === 'number' ? ['number', 'integer'] : [each])))
}

/** Lists the required fields of every object and the plain values, once its places have been put together. */
function completed(shape: Shape): Shape {
  const { fields = new Map<string, Shape>(), items } = shape
  for (const name of fields.keys()) if (isHazardous(name)) fields.delete(name)
  const plain = plainTypes(shape)
  if (plain !== undefined) shape.plain = plain
  shape.required = [...fields].flatMap(([name, { isRequired }]) => (isRequired === true ? [name] : []))
  for (const [, field] of fields) completed(field)
  if (items !== undefined) completed(items)
  return shape
}

/** Builds the shape of an operation's answer, once when the gateway starts. */
export const answerShapeOf = (operation: Operation, definitions: readonly Resource[]): Shape =>
  completed(wholeShape(operation, recordShape(operation, definitions)))
