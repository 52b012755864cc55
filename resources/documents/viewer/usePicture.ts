import { useCallback, useEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { FITTED, moved, turned, ZOOM_STEP, zoomed } from './sight.ts'
import type { PictureSight } from './sight.ts'
import { useFrame } from './useFrame.ts'

/** Moves the picture with the pointer that is pressed on it. */
function useDrag(move: (dx: number, dy: number) => void) {
  const last = useRef<readonly [x: number, y: number]>(undefined)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = [event.clientX, event.clientY]
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (last.current === undefined) return
      const [x, y] = last.current
      last.current = [clientX, clientY]
      move(clientX - x, clientY - y)
    },
    onPointerUp: () => {
      last.current = undefined
    },
    onPointerCancel: () => {
      last.current = undefined
    },
  }
}

/** How the picture on the mat is looked at, with everything that changes it. */
export function usePicture() {
  const mat = useRef<HTMLDivElement>(null)
  const { frame, setPicture } = useFrame(mat)
  const [sight, setSight] = useState<PictureSight>(FITTED)

  const zoom = useCallback((factor: number) => setSight((now) => zoomed(now, frame, factor)), [frame])
  const move = useCallback((dx: number, dy: number) => setSight((now) => moved(now, frame, dx, dy)), [frame])
  const rotate = useCallback(() => setSight(turned), [])
  const fit = useCallback(() => setSight(({ turn }) => ({ ...FITTED, turn })), [])
  const show = useCallback(
    (width: number, height: number) => {
      setPicture([width, height])
      setSight(FITTED)
    },
    [setPicture],
  )
  const drag = useDrag(move)
  useEffect(() => {
    const element = mat.current
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoom(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [zoom])
  return { mat, frame, sight, zoom, move, rotate, fit, show, drag }
}

/** What `usePicture` gives. */
export type Picture = ReturnType<typeof usePicture>
