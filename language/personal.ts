import type { Source } from './binding.ts'
import type { ResolvedAction, Resource } from './resource.ts'
import { isMasked, type PiiClass } from './pii.ts'
import type { FieldSchema, Pointer } from './schema.ts'

/** A place that holds personal data: a JSON Pointer in which a step `*` is any item of an array, and the class. */
export type PersonalPlace = readonly [place: Pointer, pii: PiiClass]

type Declared = Readonly<Partial<Record<string, PiiClass>>> | undefined

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The places that a schema annotates with `pii`, at any depth. */
export function annotatedPlaces(schema: FieldSchema | undefined, at: Pointer = ''): readonly PersonalPlace[] {
  if (typeof schema !== 'object') return []
  const { pii, properties = {}, items = [] } = schema
  return [
    ...(pii === undefined ? [] : [[at, pii] as const]),
    ...Object.entries(properties).flatMap(([name, member]) => annotatedPlaces(member, `${at}/${escaped(name)}`)),
    ...[items].flat().flatMap((item) => annotatedPlaces(item, `${at}/*`)),
  ]
}

/** The annotated places of a schema, and those that are declared next to it; the annotation counts where both are. */
const placesOf = (schema: FieldSchema | undefined, declared: Declared): readonly PersonalPlace[] => {
  const entries = Object.entries(declared ?? {}) as readonly (readonly [Pointer, PiiClass | undefined])[]
  const given = entries.flatMap(([place, pii]) => (pii === undefined ? [] : [[place, pii] as const]))
  return [...new Map<Pointer, PiiClass>([...given, ...annotatedPlaces(schema)])]
}

/** Personal places of one record of the list. */
export const recordPlaces = ({ record, pii }: Resource): readonly PersonalPlace[] =>
  placesOf(record, Object.fromEntries(Object.entries(pii).map(([field, own]) => [`/${escaped(field)}`, own])))

/** Personal places of the detail. */
export const detailPlaces = (definition: Resource): readonly PersonalPlace[] =>
  definition.detail === null ? recordPlaces(definition) : placesOf(definition.detail.schema, definition.detail.pii)

/** Personal places of what a further read answers. */
export const readPlaces = ({ reads }: Resource, name: string): readonly PersonalPlace[] =>
  placesOf(reads[name]?.schema, reads[name]?.pii)

/** Personal places of everything that a definition's calls answer. */
export const allPlaces = (definition: Resource): readonly PersonalPlace[] => [
  ...recordPlaces(definition),
  ...detailPlaces(definition),
  ...Object.keys(definition.reads).flatMap((name) => readPlaces(definition, name)),
  ...Object.values(definition.bindings).flatMap(({ response }) => placesOf(response.schema, response.pii)),
]

/** The class of a field of the record; `undefined` where it is not personal data itself. */
export function piiOf({ record, pii }: Resource, field: string): PiiClass | undefined {
  const schema = record.properties[field]
  return (typeof schema === 'object' ? schema.pii : undefined) ?? pii[field]
}

/** The class that the gateway masks at a place; `undefined` where it masks nothing. */
export const maskedAt = (places: readonly PersonalPlace[], place: string): PiiClass | undefined =>
  places.find(([own, pii]) => own === place && isMasked(pii))?.[1]

const isAnnotated = (schema: FieldSchema | undefined): boolean => annotatedPlaces(schema).length > 0

/** Whether what is typed into this filter is personal: a name or an account number, for example. */
export const isPersonalFilter = ({ list }: Resource, filter: string): boolean =>
  isAnnotated(list?.filters[filter]) ||
  list?.filterForm?.fields.some((field) => field.filter === filter && field.personal === true) === true

const isPersonalSearch = ({ list }: Resource): boolean =>
  list?.search?.personal === true || isAnnotated(list?.search?.schema)

/** Who sends a value: the action where it is one. */
interface Sending {
  readonly definition: Resource
  readonly action: ResolvedAction | undefined
}

/** Whether a value that is sent is personal data, or holds some at any depth. */
export function isPersonal(source: Source, call: Sending): boolean {
  const { definition, action } = call
  if ('nested' in source) return Object.values(source.nested).some((inner) => isPersonal(inner, call))
  if ('param' in source) return source.param === 'search' && isPersonalSearch(definition)
  if ('filter' in source) return isPersonalFilter(definition, source.filter)
  if ('json' in source) {
    const isFiltered = Object.keys(definition.list?.filters ?? {}).some((name) => isPersonalFilter(definition, name))
    return source.json === 'filter' && (isFiltered || isPersonalSearch(definition))
  }
  if ('field' in source || 'set' in source) {
    const field = 'field' in source ? source.field : source.set
    return piiOf(definition, field) !== undefined || isAnnotated(definition.record.properties[field])
  }
  const input = 'input' in source ? action?.input[source.input] : undefined
  return input?.pii !== undefined || isAnnotated(input?.schema)
}
