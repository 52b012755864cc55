import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Hold, Spot } from './pinch.ts'
import { FITTED, held, moved, rotated, zoomed } from './imageTransform.ts'
import type { ImageTransform } from './imageTransform.ts'
import { useFrame } from './useFrame.ts'
import { spotOf, usePointers } from './usePointers.ts'
import { wheelCommandOf } from './wheel.ts'

interface WheelOptions {
  readonly zoom: (factor: number, around: Spot) => void
  readonly move: (dx: number, dy: number) => void
}

/** Hears the wheel over the mat. The page behind it neither scrolls nor zooms, nor goes back. */
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

/** How the picture on the mat is looked at, with everything that changes it. */
export function usePicture() {
  const viewport = useRef<HTMLDivElement>(null)
  const { frame, setPicture } = useFrame(viewport)
  const [imageTransform, setImageTransform] = useState<ImageTransform>(FITTED)

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
  return { viewport, frame, imageTransform, zoom, move, rotate, fit, show, pointers }
}

/** What `usePicture` gives. */
export type Picture = ReturnType<typeof usePicture>
