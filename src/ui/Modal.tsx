import { useLayoutEffect, useEffect } from 'react'
import type { RefObject, ReactNode, SyntheticEvent } from 'react'
import { enterDialog } from './noticesHost.ts'
import { useKeyGuard } from './useKeyGuard.ts'
import './modal.css'

/**
 * Shows a dialog in the top layer while it is mounted, with the focus in its first field. The browser traps the focus
 * inside and restores it when the dialog closes.
 */
function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  // A layout effect, because the browser can restore the focus only while the dialog is still in the document.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return undefined
    dialog.showModal()
    const leave = enterDialog(dialog)
    dialog.querySelector<HTMLElement>('input, select, textarea, [data-first]')?.focus()
    return () => {
      leave()
      dialog.close()
    }
  }, [ref])
}

interface ModalProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  /** A question, a view, a drawer at an edge of the screen, a sheet, or the full screen. */
  readonly kind: 'dialog' | 'view' | 'drawer' | 'sheet' | 'full'
  readonly labelledBy: string
  readonly describedBy?: string | undefined
  /** Called on Escape, and for a drawer or sheet on a press outside. */
  readonly onClose: () => void
  /** The key press that opened the dialog cannot answer it. */
  readonly isGuarded?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** The one layer above the page. Everything that opens above the page uses this native dialog. */
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
