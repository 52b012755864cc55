import type { ListResource } from './resource.ts'

/** The fields of a record that its detail gives: all if the detail is one record of the list, else `show.record`. */
export const detailFields = ({ detail, idFields, record, show }: ListResource): readonly string[] => [
  ...new Set(['id', ...idFields, ...Object.keys((detail === null ? record.properties : show?.record) ?? {})]),
]

/** How the current state of a record is read: its detail, and its row of the list for the fields that only that has. */
export interface StateRead {
  readonly hasDetail: boolean
  readonly fromRow: readonly string[]
}

/** The read that gives the current values of these fields of a record. */
export function stateReadOf(definition: ListResource, fields: readonly string[]): StateRead {
  const hasDetail = definition.bindings['getOne'] !== undefined
  const known = hasDetail ? detailFields(definition) : []
  return { hasDetail, fromRow: fields.filter((field) => !known.includes(field)) }
}
