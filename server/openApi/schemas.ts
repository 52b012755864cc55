import { isValues } from '../../language/pointer.ts'
import { isShownAsFlag } from '../../language/personal.ts'
import { annotations } from '../../language/schema.ts'
import type { Shape } from '../gateway/operations/answerShape.ts'

/** A JSON Schema of the document: draft 2020-12. */
export type Schema = boolean | Readonly<Record<string, unknown>>

/** Keywords whose value is a schema, or a list or an object of schemas. */
const inner = ['items', 'additionalProperties', 'not', 'anyOf', 'allOf', 'oneOf']

function converted([keyword, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  if (keyword === 'pii') return value === 'none' ? [] : [['x-pii', value]]
  if (keyword === 'nullable' || annotations.some((own) => own === keyword)) return []
  if (keyword === 'items' && Array.isArray(value)) return [['prefixItems', value.map(plainSchema)]]
  if (keyword === 'properties' && isValues(value))
    return [[keyword, Object.fromEntries(Object.entries(value).map(([name, own]) => [name, plainSchema(own)]))]]
  if (!inner.includes(keyword)) return [[keyword, value]]
  return [[keyword, Array.isArray(value) ? value.map(plainSchema) : plainSchema(value)]]
}

/** A schema of the language or of a route without the console's own annotations; `x-pii` is the class of personal data. */
export function plainSchema(schema: unknown): Schema {
  if (!isValues(schema)) return schema !== false
  const plain = Object.fromEntries(Object.entries(schema).flatMap(converted))
  return schema['nullable'] === true ? { ...plain, type: [plain['type'], 'null'].flat() } : plain
}

/** A masked value that is shown as Yes or No. */
const flag: Schema = { type: ['boolean', 'null'], description: 'Whether there is a value.', 'x-masked': true }

const masked = (pii: string): Schema => ({
  type: ['string', 'null'],
  description: 'Masked by the gateway. See /console/reveal.',
  'x-pii': pii,
  'x-masked': true,
})

/** A value in the service's own form, which the console reads as another type. */
function scalar({ declared }: Shape): Schema {
  const plain = plainSchema(declared ?? true)
  if (declared?.coerce === undefined || !isValues(plain)) return plain
  const { title, 'x-pii': pii } = plain
  return {
    ...(title === undefined ? {} : { title }),
    ...(pii === undefined ? {} : { 'x-pii': pii }),
    description: `In the service's own form. The console reads it as ${declared.coerce}.`,
  }
}

const mayBeNull = ({ declared }: Shape): boolean => [declared?.type].flat().includes('null')

/** Names that every answer of the declared form has. A property with a `path` comes at another place. */
function requiredIn({ declared }: Shape, fields: ReadonlyMap<string, Shape>): readonly string[] {
  const { required = [], properties = {} } = declared ?? {}
  return required.filter((name) => {
    const own = properties[name]
    return fields.has(name) && (typeof own !== 'object' || own.path === undefined)
  })
}

function objectOf(shape: Shape, fields: ReadonlyMap<string, Shape>): Schema {
  const required = requiredIn(shape, fields)
  const leaving = [...fields].filter(([, field]) => field.own !== true)
  return {
    ...(typeof shape.declared?.title === 'string' ? { title: shape.declared.title } : {}),
    type: mayBeNull(shape) ? ['object', 'null'] : 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(leaving.map(([name, field]) => [name, answerSchema(field)])),
    additionalProperties: false,
  }
}

function structure(shape: Shape): Schema {
  const { fields, items, free } = shape
  if (fields !== undefined) return objectOf(shape, fields)
  if (items !== undefined) return { type: mayBeNull(shape) ? ['array', 'null'] : 'array', items: answerSchema(items) }
  return free === true
    ? { description: 'Any content. Fields with the name of a masked one are masked.' }
    : scalar(shape)
}

/**
 * The part of an answer that may leave the gateway, as JSON Schema: it is made from what the gateway prunes by, so that
 * the document promises nothing else.
 */
export function answerSchema(shape: Shape): Schema {
  if (shape.mask !== undefined) return isShownAsFlag(shape.declared) ? flag : masked(shape.mask)
  const schema = structure(shape)
  if (shape.only !== undefined && shape.items !== undefined)
    return {
      type: 'array',
      prefixItems: [...Array.from({ length: shape.only }, () => ({ type: 'null' })), answerSchema(shape.items)],
      items: false,
    }
  return shape.orScalar === true ? { anyOf: [schema, { type: ['string', 'number', 'boolean', 'null'] }] } : schema
}
