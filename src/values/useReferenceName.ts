import { useGetManyAggregate } from 'ra-core'
import { readByIds } from '../../language/reference.ts'
import type { ListResource } from '../../language/resource.ts'
import { failureOf } from '../data/failure.ts'
import { hindranceOf } from '../data/permissions.ts'
import { NOTHING } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'
import type { Permissions } from '../model/controlOf.ts'
import { recordName } from '../model/rowModel.ts'

/** Gives names their own queries, so that they never replace a record that is read as a whole. */
const nameMeta = { view: 'name' } as const

/** How long a name counts as fresh, in ms. */
const FRESH_MS = 60_000

/** The name of a record that is known by its id. */
export interface ReferenceName {
  /** `undefined` while it is read, and when it can't be. */
  readonly name: string | undefined
  readonly reason: string | undefined
}

/** Reads the name of a record, together with all other names of the resource on the page. */
export function useReferenceName(
  definition: ListResource,
  id: string | number,
  permissions: Permissions,
): ReferenceName {
  const hindrance = hindranceOf(definition, readByIds(definition)?.binding, permissions)
  const options = { enabled: hindrance === undefined && id !== '', staleTime: FRESH_MS }
  const { data, error } = useGetManyAggregate<Row>(definition.name, { ids: [id], meta: nameMeta }, options)
  const record = data?.find((each) => String(each.id) === String(id))
  if (record !== undefined) {
    const name = recordName(definition, record)
    return { name: name === NOTHING ? String(id) : name, reason: undefined }
  }
  const isLost = data !== undefined || error !== null
  const why = error === null ? '' : `: ${failureOf(error).message}`
  return {
    name: undefined,
    reason: hindrance ?? (isLost ? `Couldn't be loaded from ${definition.label}${why}` : undefined),
  }
}
