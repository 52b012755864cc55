import type { Source } from './binding.ts'
import type { Operation } from './operations.ts'
import { placeholdersOf } from './template.ts'

/** Where a part's record keeps the id of the record it belongs to: no declared field can have this name. */
export const OWNER = '@owner'

type Asked = Pick<Operation, 'definition' | 'effect' | 'kind' | 'path' | 'query' | 'body'>

const namesId = ({ path, query, body }: Asked): boolean =>
  placeholdersOf(path).includes('id') ||
  [...Object.values(query), ...Object.values(body ?? {})].some(
    (source: Source) => 'field' in source && source.field === 'id',
  )

/**
 * Whether a call says beside its values whose record it is about: `required` for what is done to a part and for a file,
 * `optional` for a change that names its record by other fields than the id, `none` for everything else.
 */
export function ownerNeed(operation: Asked): 'required' | 'optional' | 'none' {
  const { definition, effect, kind } = operation
  const isActed = effect === 'mutate' || kind === 'download'
  if (definition.partOf !== null) return isActed ? 'required' : 'none'
  const isNameless = effect === 'mutate' && definition.bindings['getOne'] !== undefined && !namesId(operation)
  return isNameless ? (kind === 'upload' ? 'required' : 'optional') : 'none'
}

/** The id of the record that a call is about, as far as the call has to say it. */
export function ownerIn(operation: Asked, record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (ownerNeed(operation) === 'none') return undefined
  const id = record?.[operation.definition.partOf === null ? 'id' : OWNER]
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined
}
