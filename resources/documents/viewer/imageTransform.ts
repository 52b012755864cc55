/** How a picture is looked at. `zoom` 1 is the picture fitted to the mat; `x` and `y` move it, in px of the screen. */
export interface ImageTransform {
  readonly zoom: number
  /** Degrees, clockwise. */
  readonly rotation: 0 | 90 | 180 | 270
  readonly x: number
  readonly y: number
}

/** The mat and the picture on it, in px. */
export interface Frame {
  readonly viewportWidth: number
  readonly viewportHeight: number
  readonly width: number
  readonly height: number
}

/** The whole picture, upright. */
export const FITTED: ImageTransform = { zoom: 1, rotation: 0, x: 0, y: 0 }

/** One step of the zoom. */
export const ZOOM_STEP = 1.25

const MAX_ZOOM = 8

/** A small picture is not blown up beyond this to fill the mat. */
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

/** No further than the picture's edge. */
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

/** The middle of the mat. */
const MIDDLE: Spot = { x: 0, y: 0 }

/** Nearer or further away. What lies under a spot of the mat stays there: by default what is in the middle. */
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

/** A quarter to the right, the whole of it. */
export const rotated = ({ rotation }: ImageTransform): ImageTransform => ({
  ...FITTED,
  rotation: nextRotation[rotation],
})

/** Moved by so many px of the screen. */
export const moved = (imageTransform: ImageTransform, frame: Frame, dx: number, dy: number): ImageTransform =>
  bounded({ ...imageTransform, x: imageTransform.x + dx, y: imageTransform.y + dy }, frame)

/** As pointers hold it: zoomed around what lies between them, and moved along with them. */
export const held = (imageTransform: ImageTransform, frame: Frame, { factor, around, dx, dy }: Hold): ImageTransform =>
  moved(zoomed(imageTransform, frame, factor, around), frame, dx, dy)

/** A place on the mat, in px of the screen from its middle. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** What a move of the pointers does to the picture: nearer by a factor around a spot, and along with them. */
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

/** How far apart two pointers are; one alone is as far from itself as it ever was. */
const spreadOf = ([one, other]: readonly Spot[]): number =>
  one === undefined || other === undefined ? 1 : Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))

/** Reads a move of one pointer or two: what lay under them stays under them. */
export function holdOf(before: readonly Spot[], after: readonly Spot[]): Hold {
  const [from, to] = [middleOf(before), middleOf(after)]
  return { factor: spreadOf(after) / spreadOf(before), around: from, dx: to.x - from.x, dy: to.y - from.y }
}

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
