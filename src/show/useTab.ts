import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { Tab } from '../../language/show.ts'

/** The active tab, from the address or else the first one, and how to link to the others. */
export interface TabPlace {
  readonly active: Tab | undefined
  /**
   * The props of a link to a tab. The link replaces the history entry and keeps its state about the list, so Back is
   * still one step (D-44).
   */
  readonly linkTo: (name: string) => {
    readonly to: { readonly search: string }
    readonly replace: true
    readonly state: unknown
  }
}

/** Which of the tabs of a record's page is open. */
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

/** The id of the element with a tab's content. */
export const panelId = (name: string): string => `panel-${name}`
