import type { KeyboardEvent } from 'react'

const nextIndex = (key: string, index: number, count: number): number | undefined => {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Inside a strip of tabs, arrow keys, Home and End move and choose; Space chooses, as Enter does by itself. */
export const moveInTabs = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const index = tabs.findIndex((tab) => tab === document.activeElement)
  const wanted = event.key === ' ' ? index : nextIndex(event.key, index, tabs.length)
  const tab = wanted === undefined ? undefined : tabs[wanted]
  if (tab === undefined) return
  event.preventDefault()
  tab.focus({ preventScroll: true })
  tab.click()
}
