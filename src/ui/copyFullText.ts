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
export function copyFullText(event: ClipboardEvent): void {
  const selection = document.getSelection()
  const focused = document.activeElement
  const isNothing = selection === null || selection.rangeCount === 0 || selection.isCollapsed
  const text = isNothing ? (focused?.matches(CUT) === true ? wholeOf(focused) : undefined) : wholeSelection(selection)
  if (text === undefined || event.clipboardData === null) return
  event.clipboardData.setData('text/plain', text)
  event.preventDefault()
}
