import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { copyWhole } from './copyWhole.ts'

interface Tip {
  readonly text: string
  readonly left: number
  readonly top: number
}

/** Widest tip and its distance from the window's edge, in px. */
const ROOM = 368
const MARGIN = 8

/** What the browser would show of an element to a pointer: its title, or the whole of a text that was cut. */
function tipOf(target: EventTarget | null): Tip | undefined {
  // A touch has no hover: what is there for its tip alone shows it however it came by the focus.
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible, [data-cut], [data-hint]')) return undefined
  const isCut = target.scrollWidth > target.clientWidth
  const text = target.title !== '' ? target.title : isCut ? (target.dataset['full'] ?? '') : ''
  const { left, bottom } = target.getBoundingClientRect()
  const inside = Math.max(MARGIN, Math.min(left, window.innerWidth - ROOM))
  return text === '' ? undefined : { text, left: inside, top: bottom + 6 }
}

/**
 * Shows people at the keyboard what a pointer sees by hovering: the reason a control is off, what it will do, the whole
 * of a cut name. What was cut is also copied whole. One for the whole page; for assistive technology the title itself
 * speaks.
 */
export const FocusTip = ({ within }: { readonly within: RefObject<HTMLElement | null> }) => {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => {
    const element = within.current
    const show = (event: FocusEvent) => setTip(tipOf(event.target))
    const hide = () => setTip(undefined)
    element?.addEventListener('focusin', show)
    element?.addEventListener('focusout', hide)
    element?.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      element?.removeEventListener('focusin', show)
      element?.removeEventListener('focusout', hide)
      element?.removeEventListener('scroll', hide, { capture: true })
    }
  }, [within])
  useEffect(() => {
    document.addEventListener('copy', copyWhole)
    return () => document.removeEventListener('copy', copyWhole)
  }, [])
  return tip === undefined ? null : (
    <div className="cs-tip" aria-hidden="true" style={{ left: tip.left, top: tip.top }}>
      {tip.text}
    </div>
  )
}
