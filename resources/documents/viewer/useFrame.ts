import { useEffect, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import type { Frame } from './imageTransform.ts'

type Size = readonly [width: number, height: number]

const NONE: Size = [0, 0]

/** The mat's size as it is now. */
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

/** The mat and the picture on it; the picture's size is known once it has been decoded. */
export function useFrame(viewport: RefObject<HTMLElement | null>) {
  const [viewportWidth, viewportHeight] = useViewportSize(viewport)
  const [[width, height], setPicture] = useState<Size>(NONE)
  const frame = useMemo(
    (): Frame => ({ viewportWidth, viewportHeight, width, height }),
    [viewportWidth, viewportHeight, width, height],
  )
  return { frame, setPicture }
}
