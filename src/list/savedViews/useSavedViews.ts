import { useNotify } from 'ra-core'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ListResource } from '../../../language/resource.ts'
import type { SavedView, SavedViewContent } from '../../../language/savedView.ts'
import { failureOf } from '../../data/failure.ts'
import { useGrants } from '../../data/useGrants.ts'
import { frameworkPermissions } from '../../../language/registry.ts'
import { filtersThatAre } from '../../query/formFilters.ts'
import { formatListUrl } from '../../query/listUrl.ts'
import type { ColumnChoice } from '../useColumns.ts'
import type { ListState } from '../useListState.ts'
import { useSavedViewList } from './useSavedViewList.ts'
import { addressOf, columnsOf, placeOfSavedView, queryOf } from './savedViewPlace.ts'

export interface ListTooling {
  readonly definition: ListResource
  readonly state: ListState
  readonly choice: ColumnChoice
}

/** What is left of a view that is gone: its filters are in the address, and its columns at most in this browser. */
const goneText = (hasColumns: boolean): string =>
  'This view no longer exists: its owner has deleted it or keeps it private. ' +
  `Its filters${hasColumns ? ' and columns' : ''} are still here, and you can save them as a view of your own.`

/** The list as its definition has it. */
const plainList: SavedViewContent = { query: '', columns: null }

/** A sentence in a notice, which no one has to translate. */
export function useSay() {
  const notify = useNotify()
  return useCallback(
    (text: string, type: 'success' | 'warning' | 'error') =>
      notify(text, { type, ...(type === 'success' ? {} : { autoHideDuration: null }) }),
    [notify],
  )
}

/** Opens views: their filters and order in the address, their columns in the browser. Says what no longer exists. */
function useOpen({ definition, choice, state }: ListTooling) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const say = useSay()
  const { set } = choice
  const { memory, entry } = state
  const go = useCallback(
    (search: string, { replace = false, keeps = false } = {}) => {
      const id = crypto.randomUUID()
      const { search: searched, filters } = memory.read(entry)
      if (keeps) memory.write(id, { search: searched, filters })
      void navigate({ pathname, search }, { replace, state: { entry: id } })
    },
    [navigate, pathname, memory, entry],
  )
  const apply = useCallback(
    (view: SavedView) => {
      const place = placeOfSavedView(definition, view)
      set(place.columns, view.id)
      if (place.dropped.length > 0)
        say(
          `The view “${view.name}” is shown without what this list no longer has: ${place.dropped.join(', ')}.`,
          'warning',
        )
      return addressOf(view, place.query)
    },
    [definition, set, say],
  )
  return { go, apply }
}

/** Follows the view in the address: opens that of a link, and says that one is gone. */
function useFollowed(
  { state, choice }: ListTooling,
  views: ReturnType<typeof useSavedViewList>,
  { go, apply }: ReturnType<typeof useOpen>,
) {
  const { savedView: id, isSavedViewAwaited } = state
  const { list } = views
  const { hasSavedView } = choice
  const say = useSay()
  const said = useRef('')
  const current = list?.find((view) => view.id === id)
  useEffect(() => {
    if (current !== undefined && isSavedViewAwaited) go(apply(current), { replace: true })
    else if (current !== undefined && !hasSavedView) apply(current)
  }, [current, isSavedViewAwaited, hasSavedView, go, apply])
  useEffect(() => {
    if (id === undefined || list === undefined || current !== undefined || isSavedViewAwaited || said.current === id)
      return
    said.current = id
    say(goneText(hasSavedView), 'warning')
  }, [id, list, current, isSavedViewAwaited, hasSavedView, say])
  /** Says nothing about a view that the person deletes here. */
  const expectGone = (gone: string) => {
    said.current = gone
  }
  return { current, expectGone }
}

/** The saved views of a list: the one that is open, what has changed since, and what can be done with them. */
export function useSavedViews(tooling: ListTooling, isOpen: boolean) {
  const { definition, state, choice } = tooling
  const views = useSavedViewList(definition, isOpen || state.savedView !== undefined)
  const opening = useOpen(tooling)
  const { current, expectGone } = useFollowed(tooling, views, opening)
  const { permissions = [] } = useGrants(definition.name)
  const mayShare = permissions.includes(frameworkPermissions.shareViews)
  const content = { query: queryOf(definition, state), columns: columnsOf(definition, choice) }
  const kept = placeOfSavedView(definition, current ?? plainList)
  const isChanged =
    kept.dropped.length > 0 ||
    kept.query !== content.query ||
    JSON.stringify(columnsOf(definition, kept.columns)) !== JSON.stringify(content.columns)
  const save = async (values: { readonly name: string; readonly isShared: boolean }) => {
    const body = { resource: definition.name, ...values, ...content }
    const view = await views.change({ method: 'POST', body })
    if (view === undefined) return
    choice.set({ hidden: choice.hidden, order: choice.order }, view.id)
    opening.go(formatListUrl(definition, { ...state, savedView: view.id }), { replace: true, keeps: true })
  }
  const put = ({ id, version, name, isShared, query, columns }: SavedView, change: Partial<SavedView>) =>
    views.change({ method: 'PUT', id, body: { version, name, isShared, query, columns, ...change } })
  return {
    ...views,
    current,
    /** True where the list is not as the view that is open keeps it, or as its definition does where none is. */
    isChanged,
    mayShare,
    mayChange: current !== undefined && (current.isOwn || current.isShared) && (!current.isShared || mayShare),
    /** True when something that narrows the list is no part of a view. */
    hasPrivate: state.search !== '' || Object.keys(filtersThatAre(definition, 'personal', state.form)).length > 0,
    content,
    save,
    put,
    remove: async ({ id }: SavedView) => {
      expectGone(id)
      await views.change({ method: 'DELETE', id }).catch((error: unknown) => {
        // An earlier attempt without an answer has deleted it.
        if (failureOf(error).kind !== 'notFound') throw error
      })
      opening.go(formatListUrl(definition, { ...state, savedView: undefined }), { replace: true, keeps: true })
    },
    open: (view: SavedView) => opening.go(opening.apply(view)),
    leave: (replace: boolean) => opening.go('', { replace }),
  }
}
