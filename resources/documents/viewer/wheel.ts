/** What a turn of the wheel does to the picture. */
export type WheelCommand =
  { readonly does: 'zoom'; readonly factor: number } | { readonly does: 'move'; readonly dx: number }

/** One line and one page of a wheel that counts in these, in px. */
const UNITS = [1, 33, 400] as const

/** A notch of a mouse's wheel, about 100 px, is one step of the zoom; fingers on a touchpad send far less at once. */
const PER_PX = 0.0022
const PER_PINCHED_PX = 0.01
const MOST = 1.25

type WheelTurn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey'>

/**
 * The wheel zooms, with Ctrl and without, by as much as it was turned; sideways it moves. Browsers tell of a pinch on a
 * touchpad as of a wheel with Ctrl.
 */
export function wheelCommandOf({ deltaX, deltaY, deltaMode, ctrlKey }: WheelTurn): WheelCommand {
  const unit = UNITS[deltaMode] ?? 1
  if (Math.abs(deltaX) > Math.abs(deltaY)) return { does: 'move', dx: -deltaX * unit }
  const factor = Math.exp(-deltaY * unit * (ctrlKey ? PER_PINCHED_PX : PER_PX))
  return { does: 'zoom', factor: Math.max(1 / MOST, Math.min(MOST, factor)) }
}
