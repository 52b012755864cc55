import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import type { Tab } from '../../language/show.ts'
import { historyTab } from '../nested/HistoryLink.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { panelId, useTab } from './TabsArea.tsx'

const NO_TABS: readonly Tab[] = []

interface TabLinkProps {
  readonly tabs: readonly Tab[]
  readonly tab: string
  readonly children: ReactNode
}

/** Tells whether a tab is open, and returns a function that scrolls to the tabs and focuses its panel, once it is there. */
function useFocusedTab(tabs: readonly Tab[], name: string | undefined) {
  const { active } = useTab(tabs)
  const isWanted = useRef(false)
  const isThere = name !== undefined && active?.name === name
  useEffect(() => {
    if (!isWanted.current || !isThere) return
    isWanted.current = false
    const panel = document.getElementById(panelId(name))
    panel?.closest('.cs-tabs-area')?.scrollIntoView({ block: 'start' })
    panel?.focus({ preventScroll: true })
  })
  const focus = () => {
    isWanted.current = true
  }
  return { isThere, focus }
}

/** A link to a tab of the page. It scrolls the tabs into view and focuses the tab's panel. None while that tab is open. */
export const TabLink = ({ tabs, tab, children }: TabLinkProps) => {
  const { linkTo } = useTab(tabs)
  const { isThere, focus } = useFocusedTab(tabs, tab)
  if (isThere) return null
  return (
    <Link
      {...linkTo(tab)}
      onClick={({ metaKey, ctrlKey, shiftKey }) => {
        if (!metaKey && !ctrlKey && !shiftKey) focus()
      }}
    >
      {children}
    </Link>
  )
}

/** Opens the record's history with the key `h`, if the page has one. */
export function useHistoryKey(definition: ListResource): void {
  const navigate = useNavigate()
  const { linkTo } = useTab(definition.show?.tabs ?? NO_TABS)
  const name = historyTab(definition)?.name
  const { focus } = useFocusedTab(definition.show?.tabs ?? NO_TABS, name)
  const open = () => {
    if (name === undefined) return
    const { to, ...options } = linkTo(name)
    focus()
    void navigate(to, options)
  }
  useKeys(name === undefined ? {} : { h: { label: 'What happened here', run: open } })
}
