import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

const CUT = '[data-cut]'

const wholeOf = (element: Element): string => (element instanceof HTMLElement ? (element.dataset['full'] ?? '') : '')

function selectedOf(element: Element, selected: Range): string {
  const own = element.ownerDocument.createRange()
  own.selectNodeContents(element)
  if (selected.compareBoundaryPoints(Range.START_TO_START, own) > 0) {
    own.setStart(selected.startContainer, selected.startOffset)
  }
  if (selected.compareBoundaryPoints(Range.END_TO_END, own) < 0) own.setEnd(selected.endContainer, selected.endOffset)
  return own.toString()
}

/** A selection's text with every selected ellipsis replaced by the text it hides. */
function wholeSelection(selection: Selection): string | undefined {
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: top } = range
  const around = top instanceof Element ? top : top.parentElement
  const cut = around?.closest(CUT)
  const elements = cut ? [cut] : [...(around?.querySelectorAll(CUT) ?? [])]
  let text = selection.toString()
  let from = 0
  for (const element of elements.filter((each) => range.intersectsNode(each))) {
    const part = selectedOf(element, range)
    const shown = element.textContent ?? ''
    const at = text.indexOf(part, from)
    if (part === '' || at < 0 || !shown.endsWith(part)) continue
    const whole = wholeOf(element).slice(shown.length - part.length)
    text = `${text.slice(0, at)}${whole}${text.slice(at + part.length)}`
    from = at + whole.length
  }
  return from === 0 ? undefined : text
}

/**
 * Makes a copy contain the full text of everything that is cut (D-164): in the selection, or without a selection in the
 * focused text. Everything else is copied as usual.
 */
function copyFullText(event: ClipboardEvent): void {
  const selection = document.getSelection()
  const focused = document.activeElement
  const isNothing = selection === null || selection.rangeCount === 0 || selection.isCollapsed
  const text = isNothing ? (focused?.matches(CUT) === true ? wholeOf(focused) : undefined) : wholeSelection(selection)
  if (text === undefined || event.clipboardData === null) return
  event.clipboardData.setData('text/plain', text)
  event.preventDefault()
}

/** Space between the tip and the window's edge, and between the tip and its element, in px. */
const MARGIN = 8
const GAP = 6

/** Position of a tip, in px from the window's edges, and its maximum height. */
interface TooltipPosition {
  readonly top: number | undefined
  readonly bottom: number | undefined
  readonly room: number
}

/**
 * Places the tip below its element, or above when it does not fit below and there is more room above. The tip is never
 * higher than that room; a longer one scrolls.
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

/** Maximum width of a tip plus its distance from the window's edge, in px. */
const ROOM = 368

/** Scroll distance for an arrow key, in px. */
const STEP = 40

/** The text that the browser shows on hover, where it says more than what is seen: the title, or the full text of what is cut. */
function tooltipOf(target: EventTarget | null): Tooltip | undefined {
  // Touch has no hover. Elements that exist only for their tip show it on any focus.
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible, [data-cut], [data-hint]')) return undefined
  const isCut = target.scrollWidth > target.clientWidth
  const text = target.title === '' ? wholeOf(target) : target.title
  return text === '' || (!isCut && target.textContent.includes(text)) ? undefined : { text, about: target }
}

function isInView(element: HTMLElement, scrolled: EventTarget | null): boolean {
  if (!(scrolled instanceof Element) || !scrolled.contains(element)) return true
  const [inner, outer] = [element.getBoundingClientRect(), scrolled.getBoundingClientRect()]
  return inner.bottom > outer.top && inner.top < outer.bottom && inner.right > outer.left && inner.left < outer.right
}

const px = (length: number | undefined): string => (length === undefined ? 'auto' : `${length}px`)

/** The tip, kept inside the window. Arrow keys scroll a tip that is higher than its room. */
const TooltipBox = ({ tooltip: { text, about } }: { readonly tooltip: Tooltip }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const around = about.getBoundingClientRect()
    const { top, bottom, room } = placeTooltip(around, element.scrollHeight)
    const left = Math.max(MARGIN, Math.min(around.left, window.innerWidth - ROOM))
    // Clicks pass through a tip to the page, unless the tip itself scrolls.
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
 * Shows keyboard users what a pointer shows on hover: why a control is off, what it will do, or the full text of a cut
 * name. A copy of cut text also gets the full text. One instance serves the whole page. Assistive technology reads the
 * title itself.
 */
export const FocusTooltip = ({ within }: { readonly within: RefObject<HTMLElement | null> }) => {
  // The code of a list's keys comes after the list, which may have the focus by then.
  const [tooltip, setTooltip] = useState(() =>
    within.current?.contains(document.activeElement) === true ? tooltipOf(document.activeElement) : undefined,
  )
  useEffect(() => {
    const element = within.current
    const show = (event: FocusEvent) => setTooltip(tooltipOf(event.target))
    const hide = () => setTooltip(undefined)
    // Focus scrolls its element into view afterwards, and the tip follows it.
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
