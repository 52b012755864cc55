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
export function placeTooltip(
  about: { readonly top: number; readonly bottom: number },
  height: number,
): TooltipPosition {
  const above = about.top - GAP - MARGIN
  const below = window.innerHeight - about.bottom - GAP - MARGIN
  return height > below && above > below
    ? { top: undefined, bottom: window.innerHeight - about.top + GAP, room: Math.max(0, above) }
    : { top: about.bottom + GAP, bottom: undefined, room: Math.max(0, below) }
}
