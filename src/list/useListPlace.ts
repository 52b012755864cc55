import { useEffect, useMemo, useRef, type RefObject } from 'react'
import type { ListResource } from '../../language/resource.ts'
import type { Permissions } from '../model/controlOf.ts'
import type { RowsPlace } from '../model/rowModel.ts'
import { notConfiguredMark } from '../data/permissions.ts'
import { useGrants } from '../data/useGrants.ts'
import { isReadable } from './viewStateOf.ts'
import { useListState, type ListState } from './useListState.ts'
import { callFor, listParamsOf, type ListParams } from '../query/listQuery.ts'
import { wordsOf } from '../query/typedSearch.ts'

/** A list's place, the parameters of its read, and whether it may be read. */
export interface ListPlaceHere {
  readonly definition: ListResource
  readonly state: ListState
  readonly params: ListParams
  readonly permissions: Permissions
  /** True when this environment cannot serve the read. */
  readonly isOff: boolean
  readonly isWanted: boolean
}

/** Everything a list knows before it reads. */
export function useListPlace(definition: ListResource): ListPlaceHere {
  const state = useListState(definition)
  const { permissions, isPending } = useGrants(definition.name)
  const { page, filter, form, sort, sent, search: typed } = state
  const params = useMemo(() => {
    const words = wordsOf({ search: typed, sent })
    return listParamsOf(definition, { page, filter, form, sort, search: sent, ...words })
  }, [definition, page, filter, form, sort, sent, typed])
  const isOff =
    permissions?.includes(notConfiguredMark(`${definition.name}.${callFor(definition, params.filter)}`)) === true
  // The permissions also say what is off here, so the list waits for them before it reads.
  const isWanted = !isPending && !state.isSavedViewAwaited && isReadable({ definition, state, isOff })
  return { definition, state, params, permissions, isOff, isWanted }
}

/** A list's place for the links of its rows. They are drawn once, and read it when they are followed. */
export function useRowsPlace(place: RowsPlace): RefObject<RowsPlace> {
  const latest = useRef(place)
  useEffect(() => {
    latest.current = place
  })
  return latest
}
