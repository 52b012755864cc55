import { itemSchema, type FieldSchema } from './schema.ts'
import type { FoundRecord } from './list.ts'
import type { Resource } from './resource.ts'

function referred(schema: FieldSchema | undefined): Exclude<FieldSchema, boolean>['reference'] {
  if (typeof schema !== 'object') return undefined
  const items = itemSchema(schema)
  return schema.reference ?? (typeof items === 'object' ? items.reference : undefined)
}

/** The resource that a value, or each item of a list, is the id of; `undefined` for any other value. */
export function referenceOf(schema: FieldSchema | undefined): string | undefined {
  const reference = referred(schema)
  return typeof reference === 'string' ? reference : undefined
}

/** The records that a value, or words in it, lead to without being their ids; `undefined` for any other value. */
export function lookupsOf(schema: FieldSchema | undefined): readonly FoundRecord[] | undefined {
  const reference = referred(schema)
  return reference === undefined || typeof reference === 'string' ? undefined : [reference].flat()
}

export interface ReadByIds {
  readonly binding: 'getMany' | 'list' | 'getOne'
  readonly permission: string
}

/**
 * How the records of a resource are read by their ids: all at once, from its list if that is read whole, or one by one.
 * `undefined` when no call can do so.
 */
export function readByIds({ bindings, list, idFrom }: Resource): ReadByIds | undefined {
  if (idFrom === 'position' || list === null) return undefined
  const { getMany, list: whole, getOne } = bindings
  if (getMany !== undefined) return { binding: 'getMany', permission: getMany.permission }
  if (whole !== undefined && list.paging === 'client' && list.search?.submit === undefined)
    return { binding: 'list', permission: whole.permission }
  return getOne && { binding: 'getOne', permission: getOne.permission }
}
