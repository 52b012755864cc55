import { itemSchema, type FieldSchema } from '../../../language/schema.ts'
import type { Random } from '../random.ts'
import { generateText } from './generateText.ts'
import type { Values } from '../../../language/pointer.ts'

type Declared = Exclude<FieldSchema, boolean>

export interface Generating {
  readonly random: Random
  /** The values that a field takes although its schema does not list them, such as the states of a record. */
  readonly choices: (field: string) => readonly unknown[]
  /** The id of some record of a resource; `undefined` when the resource has no records. */
  readonly idIn: (resource: string) => string | number | undefined
  readonly known: Values
}

const typesOf = ({ type }: Declared): readonly string[] => [type ?? []].flat()

const NULL_SHARE = 0.12

/** @param unit 1 for whole numbers */
function generateNumber({ minimum = 1, maximum = minimum + 1000 }: Declared, random: Random, unit: number): number {
  return Number((random.integer(Math.ceil(minimum / unit), Math.floor(maximum / unit)) * unit).toFixed(2))
}

function generateList(list: Declared, name: string, parts: Generating) {
  const { minItems = 1, maxItems = minItems + 2 } = list
  const schema = itemSchema(list)
  return Array.from({ length: parts.random.integer(minItems, maxItems) }, () =>
    // The items of a list are other things than the record that has the list.
    generateValue(schema, name, { ...parts, known: {} }),
  )
}

const isPlain = (value: unknown): boolean => value !== undefined && (typeof value !== 'object' || value === null)

/** The values of a range in their order. */
const ordered = (properties: NonNullable<Declared['properties']>, values: Values): Values =>
  Object.entries(properties).reduce((all, [name, schema]) => {
    const { notBefore: first = '' } = typeof schema === 'object' ? schema : {}
    const [from, until] = [all[first], all[name]]
    const isWrong = typeof from === 'string' && typeof until === 'string' && until < from
    return isWrong ? { ...all, [first]: until, [name]: from } : all
  }, values)

/** An object with every declared property; a known value takes the place of a generated one. */
export const generateObject = ({ properties = {} }: Pick<Declared, 'properties'>, parts: Generating): Values => {
  const made = Object.entries(properties).map(([name, schema]) => {
    const own = generateValue(schema, name, parts)
    const known = Object.hasOwn(parts.known, name) ? parts.known[name] : undefined
    return [name, isPlain(known) ? known : own] as const
  })
  return ordered(properties, Object.fromEntries(made))
}

/** A value that meets the schema of a field. Draws the same number for the same schema, so known values shift nothing. */
export function generateValue(schema: FieldSchema | undefined, name: string, parts: Generating): unknown {
  const { random } = parts
  if (typeof schema !== 'object') return generateText(name, {}, random)
  if (schema.const !== undefined) return schema.const
  const types = typesOf(schema)
  if (types.includes('null') && random.chance(NULL_SHARE)) return null
  const referred = typeof schema.reference === 'string' ? parts.idIn(schema.reference) : undefined
  if (referred !== undefined) return referred
  const listed = [schema.enum, schema.examples, parts.choices(name)].find(
    (each) => Array.isArray(each) && each.length > 0,
  )
  if (Array.isArray(listed)) return random.pick<unknown>(listed)
  if (schema.properties !== undefined || types[0] === 'object') return generateObject(schema, parts)
  if (types[0] === 'array') return generateList(schema, name, parts)
  if (types[0] === 'boolean') return random.chance(0.5)
  if (types[0] === 'integer') return generateNumber(schema, random, 1)
  if (types[0] === 'number') return generateNumber(schema, random, 0.01)
  return generateText(name, schema, random)
}
