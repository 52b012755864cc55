import { type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  FITTED,
  type Frame,
  held,
  type Hold,
  holdOf,
  type ImageTransform,
  moved,
  rotated,
  type Spot,
  wheelCommandOf,
  zoomed,
} from './imageTransform.ts'

/** The gestures use at most this many pointers; more are ignored. */
const MOST = 2

type ViewportEvent = PointerEvent<HTMLElement>

/** The position of an event in the viewport. */
function spotOf(viewport: Element, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Spot {
  const { left, top, width, height } = viewport.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** True when the pointer presses a button in the viewport: a captured pointer would not click it. */
const isForButton = ({ target }: ViewportEvent): boolean =>
  target instanceof Element && target.closest('button') !== null

/** Tracks the pointers pressed in the viewport: one drags the picture, two pinch it. */
function usePointers(hold: (move: Hold) => void) {
  const down = useRef<ReadonlyMap<number, Spot>>(new Map())
  const lift = ({ pointerId }: ViewportEvent) => {
    down.current = new Map([...down.current].filter(([id]) => id !== pointerId))
  }
  return {
    onPointerDown: (event: ViewportEvent) => {
      if (event.button !== 0 || isForButton(event) || down.current.size >= MOST) return
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current = new Map([...down.current, [event.pointerId, spotOf(event.currentTarget, event)]])
    },
    onPointerMove: (event: ViewportEvent) => {
      if (!down.current.has(event.pointerId)) return
      const before = [...down.current.values()]
      down.current = new Map(down.current).set(event.pointerId, spotOf(event.currentTarget, event))
      hold(holdOf(before, [...down.current.values()]))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

type Size = readonly [width: number, height: number]

const NONE: Size = [0, 0]

function useViewportSize(viewport: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>(NONE)
  useEffect(() => {
    const element = viewport.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setSize([element.clientWidth, element.clientHeight]))
    observer.observe(element)
    return () => observer.disconnect()
  }, [viewport])
  return size
}

/** The size of the viewport and of its picture. The picture's size is known once it has been decoded. */
function useFrame(viewport: RefObject<HTMLElement | null>) {
  const [viewportWidth, viewportHeight] = useViewportSize(viewport)
  const [[width, height], setPicture] = useState<Size>(NONE)
  const frame = useMemo(
    (): Frame => ({ viewportWidth, viewportHeight, width, height }),
    [viewportWidth, viewportHeight, width, height],
  )
  return { frame, setPicture }
}

interface WheelOptions {
  readonly zoom: (factor: number, around: Spot) => void
  readonly move: (dx: number, dy: number) => void
}

/** Handles the wheel over the viewport. The page behind it neither scrolls nor zooms, nor goes back. */
function useWheel(viewport: RefObject<HTMLElement | null>, { zoom, move }: WheelOptions) {
  useEffect(() => {
    const element = viewport.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const command = wheelCommandOf(event)
      if (command.does === 'move') move(command.dx, 0)
      else zoom(command.factor, spotOf(element, event))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [viewport, zoom, move])
}

/** The transform of the picture in the viewport, with the functions that change it. */
export function usePicture() {
  const viewport = useRef<HTMLDivElement>(null)
  const { frame, setPicture } = useFrame(viewport)
  const [imageTransform, setImageTransform] = useState<ImageTransform>(FITTED)
  const [painted, setPainted] = useState<Blob>()
  const [broken, setBroken] = useState<Blob>()

  const zoom = useCallback(
    (factor: number, around?: Spot) => setImageTransform((now) => zoomed(now, frame, factor, around)),
    [frame],
  )
  const move = useCallback((dx: number, dy: number) => setImageTransform((now) => moved(now, frame, dx, dy)), [frame])
  const rotate = useCallback(() => setImageTransform(rotated), [])
  const fit = useCallback(() => setImageTransform(({ rotation }) => ({ ...FITTED, rotation })), [])
  const show = useCallback(
    (width: number, height: number) => {
      setPicture([width, height])
      setImageTransform(FITTED)
    },
    [setPicture],
  )
  const hold = useCallback((by: Hold) => setImageTransform((now) => held(now, frame, by)), [frame])
  const pointers = usePointers(hold)
  useWheel(viewport, { zoom, move })
  const marks = { painted, setPainted, broken, setBroken }
  return { viewport, frame, imageTransform, ...marks, zoom, move, rotate, fit, show, pointers }
}

export type Picture = ReturnType<typeof usePicture>
