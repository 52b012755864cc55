import { usePermissions } from 'ra-core'
import { useMemo } from 'react'
import type { ListResource } from '../../language/resource.ts'
import type { Permissions } from '../model/controlOf.ts'
import { notConfiguredMark } from '../data/permissions.ts'
import { isReadable } from './viewStateOf.ts'
import { useListState } from './useListState.ts'
import type { ListState } from './useListState.ts'
import { listParamsOf } from '../query/listQuery.ts'
import type { ListParams } from '../query/listQuery.ts'

/** Where a list is, what is asked for there, and whether it may be. */
export interface ListPlaceHere {
  readonly definition: ListResource
  readonly state: ListState
  readonly params: ListParams
  readonly permissions: Permissions
  /** This environment cannot serve what is asked for. */
  readonly isOff: boolean
  readonly isWanted: boolean
}

/** The call that reads a list under some filters. */
const callFor = ({ bindings }: ListResource, { filter }: ListParams): string =>
  bindings['listFiltered'] !== undefined && Object.keys(filter).length > 0 ? 'listFiltered' : 'list'

/** Everything a list knows before it reads. */
export function useListPlace(definition: ListResource): ListPlaceHere {
  const state = useListState(definition)
  const { permissions, isPending } = usePermissions<readonly string[]>()
  const { page, filter, form, sort, search } = state
  const params = useMemo(
    () => listParamsOf(definition, { page, filter, form, sort, search }),
    [definition, page, filter, form, sort, search],
  )
  const isOff = permissions?.includes(notConfiguredMark(`${definition.name}.${callFor(definition, params)}`)) === true
  // What is off here is told with the permissions: before they are known, nothing is asked for.
  const isWanted = !isPending && isReadable({ definition, state, isOff })
  return { definition, state, params, permissions, isOff, isWanted }
}
