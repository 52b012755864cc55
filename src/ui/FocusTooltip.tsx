import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { copyFullText } from './copyFullText.ts'

/** Room left to the window's edge and to what the tip is about, in px. */
const MARGIN = 8
const GAP = 6

/** Where a tip stands, in px from the window's edges, and how high it may be. */
interface TooltipPosition {
  readonly top: number | undefined
  readonly bottom: number | undefined
  readonly room: number
}

/**
 * Below what it is about; above, where it does not fit below and there is more room. It is never higher than that room:
 * a longer one scrolls.
 */
function placeTooltip(about: { readonly top: number; readonly bottom: number }, height: number): TooltipPosition {
  const above = about.top - GAP - MARGIN
  const below = window.innerHeight - about.bottom - GAP - MARGIN
  return height > below && above > below
    ? { top: undefined, bottom: window.innerHeight - about.top + GAP, room: Math.max(0, above) }
    : { top: about.bottom + GAP, bottom: undefined, room: Math.max(0, below) }
}

interface Tooltip {
  readonly text: string
  readonly about: HTMLElement
}

/** Widest tip and its distance from the window's edge, in px. */
const ROOM = 368

/** How far an arrow key scrolls a tip, in px. */
const STEP = 40

/** What the browser would show of an element to a pointer: its title, or the whole of a text that was cut. */
function tooltipOf(target: EventTarget | null): Tooltip | undefined {
  // A touch has no hover: what is there for its tip alone shows it however it came by the focus.
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible, [data-cut], [data-hint]')) return undefined
  const isCut = target.scrollWidth > target.clientWidth
  const text = target.title !== '' ? target.title : isCut ? (target.dataset['full'] ?? '') : ''
  return text === '' ? undefined : { text, about: target }
}

/** Whether anything of an element is in sight of what has been scrolled. */
function isInView(element: HTMLElement, scrolled: EventTarget | null): boolean {
  if (!(scrolled instanceof Element) || !scrolled.contains(element)) return true
  const [inner, outer] = [element.getBoundingClientRect(), scrolled.getBoundingClientRect()]
  return inner.bottom > outer.top && inner.top < outer.bottom && inner.right > outer.left && inner.left < outer.right
}

const px = (length: number | undefined): string => (length === undefined ? 'auto' : `${length}px`)

/** The tip inside the window. Arrow keys scroll one that is longer than the window has room for. */
const TooltipBox = ({ tooltip: { text, about } }: { readonly tooltip: Tooltip }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const around = about.getBoundingClientRect()
    const { top, bottom, room } = placeTooltip(around, element.scrollHeight)
    const left = Math.max(MARGIN, Math.min(around.left, window.innerWidth - ROOM))
    // What is under a tip can be pressed, unless the tip itself has to be scrolled.
    const pointerEvents = element.scrollHeight > room ? 'auto' : 'none'
    Object.assign(element.style, {
      left: px(left),
      top: px(top),
      bottom: px(bottom),
      maxHeight: px(room),
      pointerEvents,
    })
  })
  useEffect(() => {
    const scroll = (event: KeyboardEvent) => {
      const element = box.current
      const step = event.key === 'ArrowDown' ? STEP : event.key === 'ArrowUp' ? -STEP : 0
      if (step === 0 || element === null || element.scrollHeight <= element.clientHeight) return
      event.preventDefault()
      element.scrollTop += step
    }
    about.addEventListener('keydown', scroll)
    return () => about.removeEventListener('keydown', scroll)
  }, [about])
  return (
    <div className="cs-tip" aria-hidden="true" dir="auto" ref={box}>
      {text}
    </div>
  )
}

/**
 * Shows people at the keyboard what a pointer sees by hovering: the reason a control is off, what it will do, the whole
 * of a cut name. What was cut is also copied whole. One for the whole page; for assistive technology the title itself
 * speaks.
 */
export const FocusTooltip = ({ within }: { readonly within: RefObject<HTMLElement | null> }) => {
  const [tooltip, setTooltip] = useState<Tooltip>()
  useEffect(() => {
    const element = within.current
    const show = (event: FocusEvent) => setTooltip(tooltipOf(event.target))
    const hide = () => setTooltip(undefined)
    // Whatever is brought into sight by the focus is scrolled after it: its tip goes with it.
    const follow = ({ target }: Event) => {
      if (target instanceof Element && target.matches('.cs-tip')) return
      setTooltip((shown) => (shown !== undefined && isInView(shown.about, target) ? { ...shown } : undefined))
    }
    element?.addEventListener('focusin', show)
    element?.addEventListener('focusout', hide)
    element?.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      element?.removeEventListener('focusin', show)
      element?.removeEventListener('focusout', hide)
      element?.removeEventListener('scroll', follow, { capture: true })
    }
  }, [within])
  useEffect(() => {
    document.addEventListener('copy', copyFullText)
    return () => document.removeEventListener('copy', copyFullText)
  }, [])
  return tooltip === undefined ? null : <TooltipBox key={tooltip.text} tooltip={tooltip} />
}
