import type { Hold, Spot } from './pinch.ts'

/** How a picture is looked at. `zoom` 1 is the picture fitted to the mat; `x` and `y` move it, in px of the screen. */
export interface PictureSight {
  readonly zoom: number
  /** Degrees, clockwise. */
  readonly turn: 0 | 90 | 180 | 270
  readonly x: number
  readonly y: number
}

/** The mat and the picture on it, in px. */
export interface Frame {
  readonly matWidth: number
  readonly matHeight: number
  readonly width: number
  readonly height: number
}

/** The whole picture, upright. */
export const FITTED: PictureSight = { zoom: 1, turn: 0, x: 0, y: 0 }

/** One step of the zoom. */
export const ZOOM_STEP = 1.25

const MAX_ZOOM = 8

/** A small picture is not blown up beyond this to fill the mat. */
const MAX_FIT = 2

const upright = ({ width, height }: Frame, turn: PictureSight['turn']): readonly [width: number, height: number] =>
  turn % 180 === 0 ? [width, height] : [height, width]

/** Screen px for one px of the picture. */
export function scaleOf(sight: PictureSight, frame: Frame): number {
  const [width, height] = upright(frame, sight.turn)
  if (width === 0 || height === 0) return 1
  return Math.min(frame.matWidth / width, frame.matHeight / height, MAX_FIT) * sight.zoom
}

const within = (value: number, limit: number): number => (limit === 0 ? 0 : Math.max(-limit, Math.min(limit, value)))

/** No further than the picture's edge. */
function bounded(sight: PictureSight, frame: Frame): PictureSight {
  const [width, height] = upright(frame, sight.turn)
  const scale = scaleOf(sight, frame)
  const room = (picture: number, mat: number): number => Math.max(0, (picture * scale - mat) / 2)
  return {
    ...sight,
    x: within(sight.x, room(width, frame.matWidth)),
    y: within(sight.y, room(height, frame.matHeight)),
  }
}

/** The middle of the mat. */
const MIDDLE: Spot = { x: 0, y: 0 }

/** Nearer or further away. What lies under a spot of the mat stays there: by default what is in the middle. */
export function zoomed(sight: PictureSight, frame: Frame, factor: number, { x, y } = MIDDLE): PictureSight {
  const zoom = Math.max(1, Math.min(MAX_ZOOM, sight.zoom * factor))
  const change = zoom / sight.zoom
  return bounded({ ...sight, zoom, x: x + (sight.x - x) * change, y: y + (sight.y - y) * change }, frame)
}

const turns = { 0: 90, 90: 180, 180: 270, 270: 0 } as const

/** A quarter to the right, the whole of it. */
export const turned = ({ turn }: PictureSight): PictureSight => ({ ...FITTED, turn: turns[turn] })

/** Moved by so many px of the screen. */
export const moved = (sight: PictureSight, frame: Frame, dx: number, dy: number): PictureSight =>
  bounded({ ...sight, x: sight.x + dx, y: sight.y + dy }, frame)

/** As pointers hold it: zoomed around what lies between them, and moved along with them. */
export const held = (sight: PictureSight, frame: Frame, { factor, around, dx, dy }: Hold): PictureSight =>
  moved(zoomed(sight, frame, factor, around), frame, dx, dy)
