import { useStore } from 'ra-core'
import { useCallback, useMemo } from 'react'
import type { ListResource } from '../../language/resource.ts'

/** The person's choice of columns. It lists the ids of hidden columns, so a new column shows until it is hidden. */
export interface HiddenColumns {
  readonly hidden: readonly string[]
  readonly toggle: (id: string) => void
  readonly showAll: () => void
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Stores the choice under `{resource}.columns` by column id. Ids that no longer exist are ignored (D-60b). */
export function useHiddenColumns(definition: ListResource): HiddenColumns {
  const [stored, setStored] = useStore<unknown>(`${definition.name}.columns`, [])
  const hidden = useMemo(() => {
    const known = definition.list.columns.map(({ id }) => id)
    return Array.isArray(stored) ? stored.filter(isText).filter((id) => known.includes(id)) : []
  }, [definition, stored])
  const toggle = useCallback(
    (id: string) => setStored(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]),
    [hidden, setStored],
  )
  const showAll = useCallback(() => setStored([]), [setStored])
  return { hidden, toggle, showAll }
}
