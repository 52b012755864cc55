import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { copyWhole } from './copyWhole.ts'
import { placeTip } from './placeTip.ts'

interface Tip {
  readonly text: string
  readonly about: HTMLElement
}

/** Widest tip and its distance from the window's edge, in px. */
const ROOM = 368
const MARGIN = 8

/** How far an arrow key scrolls a tip, in px. */
const STEP = 40

/** What the browser would show of an element to a pointer: its title, or the whole of a text that was cut. */
function tipOf(target: EventTarget | null): Tip | undefined {
  // A touch has no hover: what is there for its tip alone shows it however it came by the focus.
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible, [data-cut], [data-hint]')) return undefined
  const isCut = target.scrollWidth > target.clientWidth
  const text = target.title !== '' ? target.title : isCut ? (target.dataset['full'] ?? '') : ''
  return text === '' ? undefined : { text, about: target }
}

/** Whether anything of an element is in sight of what has been scrolled. */
function isInSight(element: HTMLElement, scrolled: EventTarget | null): boolean {
  if (!(scrolled instanceof Element) || !scrolled.contains(element)) return true
  const [inner, outer] = [element.getBoundingClientRect(), scrolled.getBoundingClientRect()]
  return inner.bottom > outer.top && inner.top < outer.bottom && inner.right > outer.left && inner.left < outer.right
}

const px = (length: number | undefined): string => (length === undefined ? 'auto' : `${length}px`)

/** The tip inside the window. Arrow keys scroll one that is longer than the window has room for. */
const TipBox = ({ tip: { text, about } }: { readonly tip: Tip }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const around = about.getBoundingClientRect()
    const { top, bottom, room } = placeTip(around, element.scrollHeight)
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
export const FocusTip = ({ within }: { readonly within: RefObject<HTMLElement | null> }) => {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => {
    const element = within.current
    const show = (event: FocusEvent) => setTip(tipOf(event.target))
    const hide = () => setTip(undefined)
    // Whatever is brought into sight by the focus is scrolled after it: its tip goes with it.
    const follow = ({ target }: Event) => {
      if (target instanceof Element && target.matches('.cs-tip')) return
      setTip((shown) => (shown !== undefined && isInSight(shown.about, target) ? { ...shown } : undefined))
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
    document.addEventListener('copy', copyWhole)
    return () => document.removeEventListener('copy', copyWhole)
  }, [])
  return tip === undefined ? null : <TipBox key={tip.text} tip={tip} />
}
