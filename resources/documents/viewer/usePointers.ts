import { useRef } from 'react'
import type { PointerEvent } from 'react'
import { holdOf } from './pinch.ts'
import type { Hold, Spot } from './pinch.ts'

/** More fingers than these say nothing further. */
const MOST = 2

type ViewportEvent = PointerEvent<HTMLElement>

/** Where on its mat an event happened. */
export function spotOf(
  viewport: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Spot {
  const { left, top, width, height } = viewport.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** Whether the pointer is for a button on the mat: what is captured is no longer clicked. */
const isForButton = ({ target }: ViewportEvent): boolean =>
  target instanceof Element && target.closest('button') !== null

/** Hears the pointers that are pressed on the mat: one drags the picture, two pinch it. */
export function usePointers(hold: (move: Hold) => void) {
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
