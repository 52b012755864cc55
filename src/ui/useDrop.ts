import { useState, type DragEvent } from 'react'

/** Accepts dropped files, and knows whether some are being dragged over. */
export function useDrop(isOff: boolean, onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over && !isOff)
  }
  const onDrop = (event: DragEvent) => {
    drag(false)(event)
    const dropped = [...event.dataTransfer.files]
    if (dropped.length > 0 && !isOff) onFiles(dropped)
  }
  return { isOver, drop: { onDragEnter: drag(true), onDragOver: drag(true), onDragLeave: drag(false), onDrop } }
}
