import { useCallback, useEffect, useRef, useState } from 'react'
import type { FocusEvent } from 'react'

/**
 * A button that opens a panel beneath it: Escape closes and gives the focus back, a click or a focus elsewhere
 * closes; `closeBack` gives the focus back. Spread `root` on the element that holds both.
 */
export const usePopover = () => {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const closeBack = useCallback(() => {
    setOpen(false)
    button.current?.focus()
  }, [])

  useEffect(() => {
    if (!isOpen) return
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      if (root.current?.contains(document.activeElement)) button.current?.focus()
      close()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen, close])

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) close()
  }
  return { isOpen, setOpen, close, closeBack, button, root: { ref: root, onBlur } }
}
