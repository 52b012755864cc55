import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { moveInLine } from './lineKeys.ts'

const CONTROLS = 'a[href], button, input'

/** What opens from a control has keys of its own. */
const POPUPS = '.cs-panel, dialog'

const controlsOf = (bar: HTMLElement): readonly HTMLElement[] =>
  [...bar.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.closest(POPUPS) === null)

/** Leaves one control to the Tab key: the one that has the focus, else the first. Returns the function that ends it. */
function startStop(bar: HTMLElement): () => void {
  const tidy = (): void => {
    const controls = controlsOf(bar)
    const stop = controls.find((control) => control === document.activeElement) ?? controls[0]
    for (const control of controls) {
      const tabIndex = control === stop ? 0 : -1
      if (control.getAttribute('tabindex') !== String(tabIndex)) control.tabIndex = tabIndex
    }
  }
  const drawn = new MutationObserver(tidy)
  tidy()
  drawn.observe(bar, { childList: true, subtree: true })
  bar.addEventListener('focusin', tidy)
  bar.addEventListener('focusout', tidy)
  return () => {
    drawn.disconnect()
    bar.removeEventListener('focusin', tidy)
    bar.removeEventListener('focusout', tidy)
  }
}

interface ToolbarProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Controls that are one stop of the Tab key, by the toolbar pattern of ARIA: arrows, Home and End move between them, and
 * controls that are drawn later join by themselves.
 */
export const Toolbar = ({ label, className, children }: ToolbarProps) => {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (bar.current === null ? undefined : startStop(bar.current)), [])
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const isInPopup = event.target instanceof Element && event.target.closest(POPUPS) !== null
    if (!event.defaultPrevented && !isInPopup) moveInLine(event, controlsOf(event.currentTarget))
  }
  return (
    <div className={className} role="toolbar" aria-label={label} ref={bar} tabIndex={-1} onKeyDown={move}>
      {children}
    </div>
  )
}
