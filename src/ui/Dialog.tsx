import { useEffect, useId, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { Modal } from './Modal.tsx'

interface DialogProps {
  /** Names the action and the record. */
  readonly title: string
  /** The consequence, in a sentence or two. */
  readonly text?: ReactNode
  /** What it is about: read with the text when the question opens. */
  readonly details?: ReactNode
  readonly onCancel: () => void
  /** Called on Enter, on Ctrl or Cmd with Enter, and by a `submit` button. */
  readonly onSubmit?: (() => void) | undefined
  /** From left to right: cancel, then confirm. */
  readonly buttons: ReactNode
  /** The key press that opened the dialog cannot answer it. */
  readonly isGuarded?: boolean
  /** Changes when a guarded dialog asks something else than before. */
  readonly stage?: string | undefined
  /** Drawn outside of the page's tree, for a question from within a form or a line of text. */
  readonly isDetached?: boolean
  /** The part of a definition that it is drawn from. */
  readonly explain?: string
  readonly ref?: RefObject<HTMLDialogElement | null>
  readonly children?: ReactNode
}

/** Keeps what has the focus in view where more is said above it meanwhile. */
function useFocusInView(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const own = form.current
    if (own === null) return undefined
    const sizes = new ResizeObserver(() => {
      if (own.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
    })
    sizes.observe(own)
    return () => sizes.disconnect()
  }, [form])
}

/** A question above the page: the action, the facts needed to decide, and the buttons, which are always in view. */
export const Dialog = (props: DialogProps) => {
  const {
    title,
    text,
    details,
    onCancel,
    onSubmit,
    buttons,
    isGuarded = false,
    isDetached = false,
    stage,
    ref,
    children,
  } = props
  const form = useRef<HTMLFormElement>(null)
  useFocusInView(form)
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const dialog = (
    <Modal
      ref={ref}
      kind="dialog"
      labelledBy={id}
      describedBy={`${id}-body ${id}-details`}
      onClose={onCancel}
      {...{ isGuarded, stage }}
    >
      <form ref={form} onSubmit={submit} noValidate data-explain={props.explain} data-stage={stage}>
        <h2 id={id}>{title}</h2>
        <div className="cs-modal-text" id={`${id}-body`}>
          {text !== undefined && <p>{text}</p>}
        </div>
        <div className="cs-modal-details" id={`${id}-details`}>
          {details}
        </div>
        {children}
        <div className="cs-modal-buttons">{buttons}</div>
      </form>
    </Modal>
  )
  return isDetached ? createPortal(dialog, document.body) : dialog
}
