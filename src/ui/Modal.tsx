import { useLayoutEffect, useEffect } from 'react'
import type { RefObject, ReactNode, SyntheticEvent } from 'react'
import { useKeyGuard } from './useKeyGuard.ts'
import './modal.css'

/**
 * Opens a dialog as the top layer for as long as it is on the page, with the focus in its first field: the browser
 * keeps the focus inside and gives it back when the dialog closes.
 */
function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  // Before the dialog leaves the page, or the browser has nowhere to give the focus back from.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('input, select, textarea, [data-first]')?.focus()
    return () => dialog?.close()
  }, [ref])
}

interface ModalProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  /** A question, something to look at, an edge of the screen, or the whole of it. */
  readonly kind: 'dialog' | 'view' | 'drawer' | 'sheet' | 'full'
  readonly labelledBy: string
  readonly describedBy?: string | undefined
  /** Escape, and for an edge of the screen a press outside of it. */
  readonly onClose: () => void
  /** The key that has opened it does not answer it. */
  readonly isGuarded?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** The one layer over the page: everything that opens above it is drawn in this native dialog. */
export const Modal = ({
  ref,
  kind,
  labelledBy,
  describedBy,
  onClose,
  isGuarded = false,
  className,
  children,
}: ModalProps) => {
  useModal(ref)
  const closesOutside = kind === 'drawer' || kind === 'sheet'
  useEffect(() => {
    const dialog = ref.current
    const press = ({ target }: MouseEvent) => {
      if (closesOutside && target === dialog) onClose()
    }
    dialog?.addEventListener('click', press)
    return () => dialog?.removeEventListener('click', press)
  }, [ref, closesOutside, onClose])
  const guard = useKeyGuard(ref, isGuarded)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      className={`cs-modal cs-modal--${kind}${className === undefined ? '' : ` ${className}`}`}
      ref={ref}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      tabIndex={kind === 'full' ? -1 : undefined}
      onKeyDownCapture={guard}
      onCancel={escape}
    >
      {children}
    </dialog>
  )
}
