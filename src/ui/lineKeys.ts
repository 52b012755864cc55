import type { KeyboardEvent } from 'react'

/** The place among `count` items that a key leads to: by the two arrows of their direction, Home and End. */
export const nextIndex = (
  key: string,
  index: number,
  count: number,
  [back, forward]: readonly [back: string, forward: string],
): number | undefined => {
  if (key === forward) return (index + 1) % count
  if (key === back) return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

const itemsIn = (line: HTMLElement, selector: string): readonly HTMLElement[] => [
  ...line.querySelectorAll<HTMLElement>(selector),
]

/** The item of a line that a key leads to: by arrows, Home and End. Space leads to the item that has the focus. */
function itemFor(event: KeyboardEvent<HTMLElement>, items: readonly HTMLElement[]): HTMLElement | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const index = items.findIndex((item) => item === document.activeElement)
  const wanted = event.key === ' ' ? index : nextIndex(event.key, index, items.length, ['ArrowLeft', 'ArrowRight'])
  return wanted === undefined ? undefined : items[wanted]
}

/**
 * Keyboard handling of a line of controls that is one stop of the Tab key: arrow keys, Home and End move, and Space
 * presses a link. The rest works natively.
 */
export const moveInLine = (
  event: KeyboardEvent<HTMLElement>,
  items = itemsIn(event.currentTarget, 'a, button'),
): void => {
  const item = itemFor(event, items)
  if (item === undefined || (event.key === ' ' && !(item instanceof HTMLAnchorElement))) return
  event.preventDefault()
  if (event.key === ' ') item.click()
  else item.focus()
}

/**
 * Keyboard handling of a tab list: arrow keys, Home and End move and select, and Space selects. Enter works natively.
 */
export const moveInTabs = (event: KeyboardEvent<HTMLElement>): void => {
  const tab = itemFor(event, itemsIn(event.currentTarget, '[role="tab"]'))
  if (tab === undefined) return
  event.preventDefault()
  tab.focus({ preventScroll: true })
  tab.click()
}
