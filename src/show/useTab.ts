import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { Tab } from '../../language/show.ts'

/** The tab that the address names, or the first one; and how its neighbours are linked to. */
export interface TabPlace {
  readonly active: Tab | undefined
  /**
   * What a link to a tab hands on. The entry of the history is replaced, and what it knows of the list it was opened
   * from is kept, so that Back is still one step (D-44).
   */
  readonly linkTo: (name: string) => {
    readonly to: { readonly search: string }
    readonly replace: true
    readonly state: unknown
  }
}

/** Reads `?tab=` of the address. */
export function useTab(tabs: readonly Tab[]): TabPlace {
  const location = useLocation()
  const { search } = location
  const state: unknown = location.state
  return useMemo(() => {
    const named = new URLSearchParams(search).get('tab')
    return {
      active: tabs.find(({ name }) => name === named) ?? tabs[0],
      linkTo: (name) => ({ to: { search: `?tab=${name}` }, replace: true, state }),
    }
  }, [tabs, search, state])
}
