import { useEffect, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import type { Frame } from './sight.ts'

type Size = readonly [width: number, height: number]

const NONE: Size = [0, 0]

/** The mat's size as it is now. */
function useMatSize(mat: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>(NONE)
  useEffect(() => {
    const element = mat.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setSize([element.clientWidth, element.clientHeight]))
    observer.observe(element)
    return () => observer.disconnect()
  }, [mat])
  return size
}

/** The mat and the picture on it; the picture's size is known once it has been decoded. */
export function useFrame(mat: RefObject<HTMLElement | null>) {
  const [matWidth, matHeight] = useMatSize(mat)
  const [[width, height], setPicture] = useState<Size>(NONE)
  const frame = useMemo((): Frame => ({ matWidth, matHeight, width, height }), [matWidth, matHeight, width, height])
  return { frame, setPicture }
}
