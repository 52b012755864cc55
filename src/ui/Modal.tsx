import {
  useLayoutEffect,
  useEffect,
  type RefObject,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useRef,
  type KeyboardEvent,
  type MouseEvent as PointerPress,
} from 'react'
import { isPressedAgain } from './afterPress.ts'
import { enterDialog } from './noticesHost.ts'
import './modal.css'

/**
 * How long after opening a dialog ignores what was meant for the control that opened it, in ms: keys that would answer it, and
 * presses in the same place. A second press comes 100 to 300 ms after the first, and the second of a double click up to
 * 500 ms. Half a second is too short to read a question.
 */
const UNREAD_MS = 500

/** True when a key would press a button or send the form. In a textarea Enter alone is a new line. */
function answers({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key === 'Enter') return ctrlKey || metaKey || !(target instanceof HTMLTextAreaElement)
  return key === ' ' && target instanceof HTMLButtonElement
}

const MODIFIERS: readonly string[] = ['Control', 'Meta', 'Shift', 'Alt']

let isLastALetter = false
document.addEventListener(
  'keydown',
  ({ key }) => {
    if (!MODIFIERS.includes(key)) isLastALetter = /^[a-z]$/i.test(key)
  },
  true,
)

const isChord = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey)

/** Sends the dialog's form with Ctrl or Cmd and Enter, also from a text of several lines. */
function sendByKey(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  if (!isChord(event) || event.repeat || event.defaultPrevented) return
  event.preventDefault()
  dialog?.querySelector('form')?.requestSubmit()
}

/**
 * Prevents a key that is held down or pressed twice from answering the dialog it has just opened. The dialog has
 * `data-unread` while it ignores such keys. Other keys and typing work at once, and a person who presses
 * another key has seen the dialog: Enter works from then on, and Ctrl-Enter at once where a letter opened it, because that is no
 * second press. A dialog whose question becomes another one is unread again.
 *
 * @returns a key handler that runs before any other in the dialog
 */
function useKeyGuard(
  ref: RefObject<HTMLDialogElement | null>,
  { isGuarded, stage }: Required<Pick<ModalProps, 'isGuarded'>> & Pick<ModalProps, 'stage'>,
): (event: KeyboardEvent) => void {
  const isByLetter = useRef(false)
  useLayoutEffect(() => {
    if (!isGuarded) return undefined
    const dialog = ref.current
    isByLetter.current = isLastALetter
    dialog?.setAttribute('data-unread', '')
    const timer = setTimeout(() => dialog?.removeAttribute('data-unread'), UNREAD_MS)
    return () => clearTimeout(timer)
  }, [ref, isGuarded, stage])
  return useCallback(
    (event) => {
      // A press in a dialog that was opened from within this one comes by here, too.
      if (event.target instanceof Node && ref.current?.contains(event.target) !== true) return
      const isUnread = ref.current?.hasAttribute('data-unread') === true && !(isByLetter.current && isChord(event))
      const isHeld = isGuarded && event.key === 'Enter' && event.repeat
      if (!answers(event)) {
        if (!event.repeat && !MODIFIERS.includes(event.key)) ref.current?.removeAttribute('data-unread')
      } else if (isUnread || isHeld) event.preventDefault()
      sendByKey(event, ref.current)
    },
    [ref, isGuarded],
  )
}

/**
 * Prevents the second press of a double click, or one of a person who presses again because nothing happens yet, from
 * pressing what the dialog shows in the same place, from taking the focus from its field, and from closing it.
 *
 * @returns a handler of the mouse that runs before any other in the dialog
 */
function usePressGuard(stage: string | undefined): (event: PointerPress) => void {
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    openedAt.current = performance.now()
  }, [stage])
  return useCallback((event) => {
    // A key that presses a button has no number of presses.
    if (event.detail === 0) return
    if (isPressedAgain() && event.timeStamp - openedAt.current <= UNREAD_MS) {
      event.preventDefault()
      event.stopPropagation()
    } else {
      // A person who has pressed something of the dialog has seen it.
      openedAt.current = -Infinity
    }
  }, [])
}

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
  readonly ref?: RefObject<HTMLDialogElement | null> | undefined
  /** A question, a view, a drawer at an edge of the screen, a sheet, or the full screen. */
  readonly kind: 'dialog' | 'view' | 'drawer' | 'sheet' | 'full'
  readonly labelledBy: string
  readonly describedBy?: string | undefined
  /** Called on Escape, and for a drawer or sheet on a press outside. */
  readonly onClose: () => void
  /** The key press that opened the dialog cannot answer it. */
  readonly isGuarded?: boolean
  /** Changes when a guarded dialog asks something else than before. */
  readonly stage?: string | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** The one layer above the page. Everything that opens above the page uses this native dialog. */
export const Modal = ({
  ref: given,
  kind,
  labelledBy,
  describedBy,
  onClose,
  isGuarded = false,
  stage,
  className,
  children,
}: ModalProps) => {
  const own = useRef<HTMLDialogElement>(null)
  const ref = given ?? own
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
  const guard = useKeyGuard(ref, { isGuarded, stage })
  const guardPress = usePressGuard(stage)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    // React would close the one that it was opened from within, too.
    event.stopPropagation()
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
      onMouseDownCapture={guardPress}
      onClickCapture={guardPress}
      onCancel={escape}
    >
      {children}
    </dialog>
  )
}
