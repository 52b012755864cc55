import type { Fact as AuthoredFact } from './authored/show.ts'
import { itemsOf, objectOf, typeOf } from './input.ts'
import { isMasked } from './pii.ts'
import { pointerOf, stepsOf } from './pointer.ts'
import { lookupsOf, referenceOf } from './reference.ts'
import { schemaAt, type FieldSchema, type Pointer } from './schema.ts'
import type { Fact } from './show.ts'

/** The default format of a value with this schema. A list has that of its items. */
export function displayOf(schema: FieldSchema | undefined): string {
  if (typeof schema !== 'object') return 'text'
  const { display, tones, pii } = schema
  const own = display ?? (tones !== undefined ? 'status' : isMasked(pii) ? 'masked' : undefined)
  return own ?? (typeOf(schema) === 'array' ? displayOf(itemsOf(schema)) : 'text')
}

/** The members that name an object, the best first. */
const NAMING = ['name', 'title', 'label']

/** The template that writes an object, or each object of a list: that of its `display`, or the member that names it. */
export function templateOf(schema: FieldSchema | undefined, written = displayOf(schema)): string | undefined {
  if (written.includes('{')) return written
  const own = objectOf(schema ?? {})
  const { properties = {} } = typeOf(own) === 'array' ? itemsOf(own) : own
  const isName = (name: string): boolean => typeOf(properties[name] ?? {}) === 'string'
  const naming = NAMING.find(isName)
  return written === 'text' && naming !== undefined ? `{${naming}}` : undefined
}

/** The words for the values of a field, or for the items of a list. */
export const labelsOf = (schema: FieldSchema | undefined): Readonly<Record<string, string>> | undefined => {
  const own = objectOf(schema ?? {})
  return own.labels ?? itemsOf(own).labels
}

/** The place of JSON on the way to a pointer, and the rest of the pointer inside it. */
function jsonOn(
  pointer: Pointer,
  schema: FieldSchema | undefined,
): readonly [outer: Pointer, inside: Pointer] | undefined {
  const steps = stepsOf(pointer)
  const length = steps.findIndex((_step, index) => {
    const at = schemaAt(schema, pointerOf(steps.slice(0, index + 1)))
    return typeof at === 'object' && at.coerce === 'json'
  })
  return length < 0 ? undefined : [pointerOf(steps.slice(0, length + 1)), pointerOf(steps.slice(length + 1))]
}

export function resolveFact(authored: AuthoredFact, schema: FieldSchema | undefined): Fact {
  const isPlace = typeof authored === 'string' || 'length' in authored
  const { path, label, display } = isPlace ? { path: authored, label: undefined, display: undefined } : authored
  const [first = ''] = [path].flat()
  const own = schemaAt(schema, first)
  const { title, tones } = objectOf(own ?? {})
  const labels = labelsOf(own)
  const written = display ?? displayOf(own)
  const json = typeof path === 'string' ? jsonOn(path, schema) : undefined
  const isTemplate = written.includes('{')
  const template = templateOf(own, written)
  const isWhole = !isTemplate && json === undefined
  const reference = isWhole ? referenceOf(own) : undefined
  const lookups = isWhole ? lookupsOf(own) : undefined
  return {
    label: label ?? title ?? '',
    path: json?.[0] ?? path,
    display: isTemplate ? 'text' : written,
    ...(tones === undefined ? {} : { tones }),
    ...(labels === undefined || written === 'yesNo' ? {} : { labels }),
    ...(json === undefined && !isTemplate ? {} : { inside: json?.[1] ?? '' }),
    ...(template === undefined ? {} : { template }),
    ...(reference === undefined ? {} : { reference }),
    ...(lookups === undefined ? {} : { lookups }),
  }
}
