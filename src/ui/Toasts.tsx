import { defaultNotice } from '../../language/messages.ts'
import { redactSsn } from '../../language/pii.ts'
import { valueAt } from '../../language/pointer.ts'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'ra-core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { Button } from './Button.tsx'
import { RequestId } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'
import { noticesHost, placeNotices } from './noticesHost.ts'
import { lazyText } from './lazyComponent.tsx'

const longest = 300

/**
 * A message as a toast may show it (U21): text only, at most 300 characters, nine-digit numbers struck out because they
 * may be social security numbers.
 */
export const toastText = (message: unknown): string => {
  const text = typeof message === 'string' && message.trim() !== '' ? message.trim() : defaultNotice
  const redacted = redactSsn(text)
  if (redacted.length <= longest) return redacted
  // Drops half of a surrogate pair at the cut; it would be unreadable.
  return `${redacted.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The page of the record that a notice is about, and the words that lead there. */
interface NoticeLink {
  readonly to: string
  readonly label: string
  /** True for a notice that says nothing more once its link was followed. */
  readonly endsNotice: boolean
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly link: NoticeLink | undefined
  /** The id of the call that the notice is about, by which it is traced. */
  readonly requestId: string | undefined
  readonly type: NotificationPayload['type']
  /** Milliseconds until it disappears; null keeps it until it is dismissed. */
  readonly lasts: number | null
  /** Called when the person dismisses it or follows its link. */
  readonly onEnd: (() => void) | undefined
}

const usual = 5000
const words = { success: 'Done', info: 'Note', warning: 'Warning', error: 'Error' } as const

const lasting = ({ type, notificationOptions }: NotificationPayload): number | null => {
  const wanted = notificationOptions?.autoHideDuration
  return wanted === undefined ? (type === 'error' ? null : usual) : wanted
}

function linkIn(link: unknown): NoticeLink | undefined {
  const [to, label] = [valueAt(link, '/to'), valueAt(link, '/label')]
  if (typeof to !== 'string' || typeof label !== 'string' || to === window.location.pathname) return undefined
  return { to, label: toastText(label), endsNotice: valueAt(link, '/endsNotice') === true }
}

/** True for a notice that another one leaves: an error, what lasts, and a success that only a note follows. */
const stays = (toast: Toast, next: Pick<Toast, 'text' | 'type'>): boolean => {
  if (toast.text === next.text) return false
  if (toast.type === 'success') return next.type === 'info'
  return toast.type === 'error' || toast.lasts === null
}

/** Moves react-admin's notifications into the visible list. The same text never appears twice. */
const useToasts = (isMute: boolean) => {
  const { notifications, takeNotification } = useNotificationContext()
  const translate = useTranslate()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const counter = useRef(0)
  const dismiss = useCallback((id: number) => setToasts((pile) => pile.filter((toast) => toast.id !== id)), [])
  useEffect(() => {
    if (notifications.length === 0) return
    const taken = takeNotification()
    if (!taken || isMute) return
    const { message, type, notificationOptions } = taken
    const options: Readonly<Record<string, unknown>> = { ...notificationOptions }
    const { messageArgs, undoable, link, requestId, until, onEnd } = options
    const end = until instanceof AbortSignal ? until : undefined
    // An undoable change has not been sent and is refused, so its success notice would be false.
    if (undoable === true || end?.aborted === true) return
    const toast = {
      id: (counter.current += 1),
      text: toastText(typeof message === 'string' ? translate(message, messageArgs ?? {}) : null),
      link: linkIn(link),
      requestId: typeof requestId === 'string' ? requestId : undefined,
      type,
      lasts: lasting(taken),
      onEnd: typeof onEnd === 'function' ? () => void onEnd() : undefined,
    }
    setToasts((pile) => [...pile.filter((other) => stays(other, toast)), toast])
    end?.addEventListener('abort', () => dismiss(toast.id), { once: true })
  }, [notifications, takeNotification, translate, dismiss, isMute])
  return { toasts, dismiss }
}

/** The text, in which the name of the record is a link; else the link follows. */
const Words = ({ text, link, end }: Pick<Toast, 'text' | 'link'> & { readonly end: () => void }) => {
  if (link === undefined) return text
  const [before = '', ...after] = text.split(link.label)
  return (
    <>
      {after.length === 0 ? `${text} ` : before}
      <Link to={link.to} onClick={link.endsNotice ? end : undefined}>
        {link.label}
      </Link>
      {after.join(link.label)}
    </>
  )
}

const ToastLine = ({ toast, dismiss }: { readonly toast: Toast; readonly dismiss: (id: number) => void }) => {
  const { id, text, link, type, lasts, onEnd } = toast
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (lasts === null) return
    // The notice stays while the pointer or the focus is on it.
    const leave = () => {
      if (line.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, usual / 5)
      else dismiss(id)
    }
    let timer = setTimeout(leave, lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, dismiss])
  const end = () => {
    dismiss(id)
    onEnd?.()
  }
  return (
    <li ref={line} className={`cs-toast cs-toast--${type}`}>
      <span className="cs-toast-dot" />
      <p>
        <span className="cs-visually-hidden">{words[type]}: </span>
        <Words {...{ text, link, end }} />
        <RequestId failure={toast} />
      </p>
      <Button look="icon" aria-label="Dismiss" onClick={end}>
        <Icon name="close" />
      </Button>
    </li>
  )
}

/** Escape dismisses the notice that has the focus. The dialog that has the notices stays open. */
function dismissByKey(event: KeyboardEvent): void {
  const line = event.key === 'Escape' && event.target instanceof Element ? event.target.closest('li') : null
  if (line === null) return
  event.preventDefault()
  line.querySelector<HTMLElement>(':scope > button')?.click()
}

/** Moves the focus on when the notice that has it is dismissed: to the next notice, else back to where it came from. */
function useFocusAfter(toasts: readonly Toast[]) {
  const pile = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement>(null)
  const isLost = useRef(false)
  useEffect(() => {
    const own = pile.current
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && own?.contains(relatedTarget) === false) before.current = relatedTarget
    }
    own?.addEventListener('focusin', remember)
    own?.addEventListener('keydown', dismissByKey)
    return () => {
      own?.removeEventListener('focusin', remember)
      own?.removeEventListener('keydown', dismissByKey)
    }
  }, [])
  useLayoutEffect(() => {
    if (!isLost.current) return
    isLost.current = false
    const next = pile.current?.querySelector('button') ?? before.current
    next?.focus({ preventScroll: true })
  }, [toasts])
  const leave = useCallback(() => {
    isLost.current = pile.current?.contains(document.activeElement) === true
  }, [])
  return { pile, leave }
}

/** Its code comes with the first notice, which is in the usual place until then. */
const ClearPlace = lazyText(
  async () => (await import('./ClearPlace.tsx')).ClearPlace,
  () => null,
)

interface ToastsProps {
  /** Drops all notices, because there is no one to read them. */
  readonly isMute?: boolean
}

/**
 * Notices at the bottom left, or elsewhere when they would cover what is pressed next, also above a dialog. They are plain text, in one line
 * if it fits. Errors stay until dismissed.
 */
export const Toasts = ({ isMute = false }: ToastsProps) => {
  const { toasts, dismiss } = useToasts(isMute)
  const { pile, leave } = useFocusAfter(toasts)
  useLayoutEffect(placeNotices, [])
  const close = useCallback(
    (id: number) => {
      leave()
      dismiss(id)
    },
    [leave, dismiss],
  )
  return createPortal(
    <div
      className="cs-toasts"
      popover="manual"
      role="log"
      aria-live="polite"
      aria-label="Notices"
      aria-relevant="additions"
      ref={pile}
    >
      {toasts.length > 0 && <ClearPlace pile={pile} notices={toasts} />}
      <ul>
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} dismiss={close} />
        ))}
      </ul>
    </div>,
    noticesHost(),
  )
}
