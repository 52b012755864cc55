import { useCallback, useId } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { Icon } from './Icon.tsx'
import { useDelegatedClick } from './useDelegatedClick.ts'
import { useModal } from './useModal.ts'
import './drawer.css'

interface DrawerProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog at the right edge, over the page it belongs to; on a phone it is the whole screen. Escape, its button and a
 * press beside it close it, and the focus goes back to where it came from.
 */
export const Drawer = ({ title, onClose, children }: DrawerProps) => {
  const closeOutside = useCallback(
    (target: Element) => {
      if (target instanceof HTMLDialogElement) onClose()
    },
    [onClose],
  )
  const ref = useDelegatedClick<HTMLDialogElement>(closeOutside)
  const id = useId()
  useModal(ref)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog className="cs-drawer" ref={ref} aria-labelledby={id} onCancel={escape}>
      <header className="cs-drawer-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="cs-button cs-button--plain" aria-label="Close" data-first="" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="cs-drawer-body">{children}</div>
    </dialog>
  )
}
