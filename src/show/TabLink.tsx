import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import type { Tab } from '../../language/show.ts'
import { historyTab } from '../nested/HistoryLink.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { panelId, useTab } from './useTab.ts'

const NO_TABS: readonly Tab[] = []

interface TabLinkProps {
  readonly tabs: readonly Tab[]
  readonly tab: string
  readonly children: ReactNode
}

/** How long the content of a tab that was just opened may take to be drawn, in ms. */
const DRAWN_MS = 2000

/** Scrolls to the first element of a panel with `data-waits` and focuses it. False if there is none. */
function leadToWaiting(panel: HTMLElement): boolean {
  const waiting = panel.querySelector<HTMLElement>('[data-waits]')
  waiting?.scrollIntoView({ block: 'center' })
  waiting?.focus({ preventScroll: true })
  return waiting !== null
}

/** Leads to what waits in a panel, also where that is drawn a moment later: until then the panel itself has the focus. */
function leadInto(panel: HTMLElement): void {
  if (leadToWaiting(panel)) return
  panel.closest('.cs-tabs-area')?.scrollIntoView({ block: 'start' })
  panel.focus({ preventScroll: true })
  const drawn = new MutationObserver(() => {
    if (document.activeElement !== panel || leadToWaiting(panel)) drawn.disconnect()
  })
  drawn.observe(panel, { childList: true, subtree: true })
  setTimeout(() => drawn.disconnect(), DRAWN_MS)
}

/**
 * Returns a function that leads to what waits for the person in a tab, once that is open: the first element with `data-waits`,
 * else the tab's panel.
 */
function useFocusedTab(tabs: readonly Tab[], name: string | undefined): () => void {
  const { active } = useTab(tabs)
  const isWanted = useRef(false)
  const isThere = name !== undefined && active?.name === name
  useEffect(() => {
    if (!isWanted.current || !isThere) return
    isWanted.current = false
    const panel = document.getElementById(panelId(name))
    if (panel !== null) leadInto(panel)
  })
  return () => {
    isWanted.current = true
  }
}

/** A link to a tab of the page, which may be open already. It leads to what waits in that tab. */
export const TabLink = ({ tabs, tab, children }: TabLinkProps) => {
  const { linkTo } = useTab(tabs)
  const focus = useFocusedTab(tabs, tab)
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
  const focus = useFocusedTab(definition.show?.tabs ?? NO_TABS, name)
  const open = () => {
    if (name === undefined) return
    const { to, ...options } = linkTo(name)
    focus()
    void navigate(to, options)
  }
  useKeys(name === undefined ? {} : { h: { label: 'What happened here', run: open } })
}
