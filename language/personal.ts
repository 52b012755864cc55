import { innerSources, type Source } from './binding.ts'
import type { ResolvedAction, Resource } from './resource.ts'
import { isMasked, type PiiClass } from './pii.ts'
import { pointerOf } from './pointer.ts'
import { wirePlaceOf, type FieldSchema, type Pointer } from './schema.ts'

/** A place with personal data: a JSON Pointer in which a step `*` is any item of an array, and the class. */
export type PersonalPlace = readonly [place: Pointer, pii: PiiClass]

/** The places that a schema annotates with `pii`, at any depth. */
export function annotatedPlaces(schema: FieldSchema | undefined, at: Pointer = ''): readonly PersonalPlace[] {
  if (typeof schema !== 'object') return []
  const { pii, properties = {}, items = [] } = schema
  return [
    ...(pii === undefined || pii === 'none' ? [] : [[at, pii] as const]),
    ...Object.entries(properties).flatMap(([name, member]) => annotatedPlaces(member, `${at}${pointerOf([name])}`)),
    ...[items].flat().flatMap((item) => annotatedPlaces(item, `${at}/*`)),
  ]
}

/** True for a value that is shown as Yes or No. If it is masked, only whether there is one leaves the gateway. */
export const isShownAsFlag = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' && schema.display === 'yesNo'

export const recordPlaces = ({ record }: Resource): readonly PersonalPlace[] => annotatedPlaces(record)

/** Personal places of one record as the upstream sends it, where properties may have a `path`. */
export const wirePlaces = (definition: Resource): readonly PersonalPlace[] =>
  recordPlaces(definition).map(([place, pii]) => [wirePlaceOf(definition.record, place), pii])

export const detailPlaces = ({ record, detail }: Resource): readonly PersonalPlace[] =>
  annotatedPlaces(detail?.schema ?? record)

export const readPlaces = ({ reads }: Resource, name: string): readonly PersonalPlace[] =>
  annotatedPlaces(reads[name]?.schema)

export const allPlaces = (definition: Resource): readonly PersonalPlace[] => [
  ...recordPlaces(definition),
  ...wirePlaces(definition),
  ...detailPlaces(definition),
  ...Object.keys(definition.reads).flatMap((name) => readPlaces(definition, name)),
  ...Object.values(definition.bindings).flatMap(({ response }) => annotatedPlaces(response.schema)),
]

/** The class of a field of the record; `undefined` when the field itself is not personal data. */
export function piiOf({ record }: Resource, field: string): PiiClass | undefined {
  const schema = record.properties[field]
  const pii = typeof schema === 'object' ? schema.pii : undefined
  return pii === 'none' ? undefined : pii
}

/** The class that the gateway masks at a place; `undefined` when it masks nothing. */
export const maskedAt = (places: readonly PersonalPlace[], place: string): PiiClass | undefined =>
  places.find(([own, pii]) => own === place && isMasked(pii))?.[1]

/** True when the gateway masks a value of the field, at any depth. */
export const isMaskedField = (schema: FieldSchema | undefined): boolean =>
  annotatedPlaces(schema).some(([, pii]) => isMasked(pii))

const isAnnotated = (schema: FieldSchema | undefined): boolean => annotatedPlaces(schema).length > 0

/** True when the text typed into this filter is personal, such as a name or an account number. */
export const isPersonalFilter = ({ list }: Resource, filter: string): boolean => isAnnotated(list?.filters[filter])

const isPersonalSearch = ({ list }: Resource): boolean => isAnnotated(list?.search?.schema)

/** What sends a value: the operation's definition, and its action if it has one. */
interface Sending {
  readonly definition: Resource
  readonly action: ResolvedAction | undefined
}

/** True when a value to send is personal data, or contains some at any depth. */
export function isPersonal(source: Source, call: Sending): boolean {
  const { definition, action } = call
  const inner = innerSources(source)
  if (inner !== undefined) return Object.values(inner).some((each) => isPersonal(each, call))
  if ('param' in source) {
    if (source.param === 'ids') return isAnnotated(definition.record.properties['id'])
    return source.param === 'search' && isPersonalSearch(definition)
  }
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
  return isAnnotated(input?.schema)
}
