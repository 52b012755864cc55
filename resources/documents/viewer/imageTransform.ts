/** How a picture is shown. `zoom` 1 fits the picture to the viewport; `x` and `y` move it, in screen px. */
export interface ImageTransform {
  readonly zoom: number
  /** Degrees, clockwise. */
  readonly rotation: 0 | 90 | 180 | 270
  readonly x: number
  readonly y: number
}

/** The viewport and its picture, in px. */
export interface Frame {
  readonly viewportWidth: number
  readonly viewportHeight: number
  readonly width: number
  readonly height: number
}

/** The whole picture, upright. */
export const FITTED: ImageTransform = { zoom: 1, rotation: 0, x: 0, y: 0 }

export const ZOOM_STEP = 1.25

const MAX_ZOOM = 8

/** A small picture is enlarged at most this much to fill the viewport. */
const MAX_FIT = 2

const upright = (
  { width, height }: Frame,
  rotation: ImageTransform['rotation'],
): readonly [width: number, height: number] => (rotation % 180 === 0 ? [width, height] : [height, width])

/** Screen px for one px of the picture. */
export function scaleOf(imageTransform: ImageTransform, frame: Frame): number {
  const [width, height] = upright(frame, imageTransform.rotation)
  if (width === 0 || height === 0) return 1
  return Math.min(frame.viewportWidth / width, frame.viewportHeight / height, MAX_FIT) * imageTransform.zoom
}

const within = (value: number, limit: number): number => (limit === 0 ? 0 : Math.max(-limit, Math.min(limit, value)))

/** The transform, with its offset limited to the picture's edges. */
function bounded(imageTransform: ImageTransform, frame: Frame): ImageTransform {
  const [width, height] = upright(frame, imageTransform.rotation)
  const scale = scaleOf(imageTransform, frame)
  const room = (picture: number, mat: number): number => Math.max(0, (picture * scale - mat) / 2)
  return {
    ...imageTransform,
    x: within(imageTransform.x, room(width, frame.viewportWidth)),
    y: within(imageTransform.y, room(height, frame.viewportHeight)),
  }
}

const MIDDLE: Spot = { x: 0, y: 0 }

/** The transform zoomed in or out around a point of the viewport, which is its middle by default. */
export function zoomed(
  imageTransform: ImageTransform,
  frame: Frame,
  factor: number,
  { x, y } = MIDDLE,
): ImageTransform {
  const zoom = Math.max(1, Math.min(MAX_ZOOM, imageTransform.zoom * factor))
  const change = zoom / imageTransform.zoom
  return bounded(
    { ...imageTransform, zoom, x: x + (imageTransform.x - x) * change, y: y + (imageTransform.y - y) * change },
    frame,
  )
}

const nextRotation = { 0: 90, 90: 180, 180: 270, 270: 0 } as const

/** The transform rotated a quarter turn clockwise, showing the whole picture. */
export const rotated = ({ rotation }: ImageTransform): ImageTransform => ({
  ...FITTED,
  rotation: nextRotation[rotation],
})

/** The transform moved by a distance in screen px. */
export const moved = (imageTransform: ImageTransform, frame: Frame, dx: number, dy: number): ImageTransform =>
  bounded({ ...imageTransform, x: imageTransform.x + dx, y: imageTransform.y + dy }, frame)

/** The transform after a pointer gesture: zoomed around the point between the pointers and moved with them. */
export const held = (imageTransform: ImageTransform, frame: Frame, { factor, around, dx, dy }: Hold): ImageTransform =>
  moved(zoomed(imageTransform, frame, factor, around), frame, dx, dy)

/** A point in the viewport, in screen px from its middle. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** The effect of a pointer gesture on the picture: a zoom factor around a point, and a move. */
export interface Hold {
  readonly factor: number
  readonly around: Spot
  readonly dx: number
  readonly dy: number
}

const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
})

/** The distance between two pointers; constant for one pointer. */
const spreadOf = ([one, other]: readonly Spot[]): number =>
  one === undefined || other === undefined ? 1 : Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))

/** Reads a gesture of one or two pointers. The points under them stay under them. */
export function holdOf(before: readonly Spot[], after: readonly Spot[]): Hold {
  const [from, to] = [middleOf(before), middleOf(after)]
  return { factor: spreadOf(after) / spreadOf(before), around: from, dx: to.x - from.x, dy: to.y - from.y }
}

/** The effect of a wheel event on the picture. */
type WheelCommand = { readonly does: 'zoom'; readonly factor: number } | { readonly does: 'move'; readonly dx: number }

/** The px of one unit in each wheel mode: pixel, line, page. */
const UNITS = [1, 33, 400] as const

/** One notch of a mouse wheel, about 100 px, is one zoom step. A touchpad sends much smaller amounts. */
const PER_PX = 0.0022
const PER_PINCHED_PX = 0.01
const MOST = 1.25

type WheelTurn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey'>

/**
 * The wheel zooms in proportion to its turn, with or without Ctrl; a sideways turn moves the picture. Browsers report a
 * touchpad pinch as a wheel event with Ctrl.
 */
export function wheelCommandOf({ deltaX, deltaY, deltaMode, ctrlKey }: WheelTurn): WheelCommand {
  const unit = UNITS[deltaMode] ?? 1
  if (Math.abs(deltaX) > Math.abs(deltaY)) return { does: 'move', dx: -deltaX * unit }
  const factor = Math.exp(-deltaY * unit * (ctrlKey ? PER_PINCHED_PX : PER_PX))
  return { does: 'zoom', factor: Math.max(1 / MOST, Math.min(MOST, factor)) }
}
