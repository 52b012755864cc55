import { useStore } from 'ra-core'
import { useMemo } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'

/** A choice of columns by their ids. A new column shows until it is hidden, and is the last until it is moved. */
export interface ColumnIds {
  readonly hidden: readonly string[]
  /** The columns in their order. Empty for the order of the definition. */
  readonly order: readonly string[]
}

/** The person's choice of columns: that for the saved view they look at, else their own. */
export interface ColumnChoice extends ColumnIds {
  /** Changes the choice. With the id of a saved view, it is the choice for that view. */
  readonly set: (choice: ColumnIds, savedView?: string) => void
  /** True when the browser knows the choice for the view in the address. */
  readonly hasSavedView: boolean
}

/** Compares ids by their place in a list. Those that are not in it come last, in the order that they have. */
export const byPlaceIn =
  (ids: readonly unknown[]) =>
  (one: string, other: string): number => {
    const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
    return place(one) - place(other)
  }

/**
 * Keeps the choice in the browser under `{resource}.columns` and `.columnOrder`, and under `.viewColumns` for the view
 * that was opened last. Ids that no longer exist are ignored (D-60b).
 */
export function useColumns({ name, list }: ListResource, savedView: string | undefined): ColumnChoice {
  const [hidden, setHidden] = useStore<unknown>(`${name}.columns`, [])
  const [order, setOrder] = useStore<unknown>(`${name}.columnOrder`, [])
  const [ofView, setOfView] = useStore<unknown>(`${name}.viewColumns`, null)
  return useMemo(() => {
    const hasSavedView = savedView !== undefined && valueAt(ofView, '/view') === savedView
    const known = list.columns.map(({ id }) => id)
    const ids = (own: unknown, key: '/hidden' | '/order'): readonly string[] => {
      const stored = hasSavedView ? valueAt(ofView, key) : own
      return Array.isArray(stored) ? known.filter((id) => stored.includes(id)).toSorted(byPlaceIn(stored)) : []
    }
    return {
      hidden: ids(hidden, '/hidden'),
      order: ids(order, '/order'),
      hasSavedView,
      set: (choice, of = savedView) => {
        if (of !== undefined) return setOfView({ view: of, ...choice })
        setHidden(choice.hidden)
        setOrder(choice.order)
      },
    }
  }, [list, savedView, hidden, order, ofView, setHidden, setOrder, setOfView])
}
