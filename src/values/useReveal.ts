import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureOf, isUnanswered, type Failure } from '../data/failure.ts'
import { readFailureText } from '../data/readFailureText.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'

/** How long a revealed value stays on screen, in seconds (S-31). */
export const SHOWN_SECONDS = 30

/** Identifies a value: a path in the record's detail, and the item's key when the path has several. */
interface MaskedSpot {
  readonly resource: string
  readonly id: string | number
  readonly field: string
  readonly item: string | number | undefined
}

interface RevealQuestion {
  readonly isBusy: boolean
  readonly failure: Failure | undefined
}

/** One masked value, and the functions to reveal it for a limited time. */
export interface Reveal {
  /** The whole value while it is shown. It is stored nowhere else. */
  readonly shown: { readonly value: string; readonly secondsLeft: number } | undefined
  readonly question: RevealQuestion | undefined
  readonly ask: () => void
  readonly cancel: () => void
  readonly submit: (reason: string) => void
  readonly hide: () => void
}

/** Why a value is not shown, and what to do. Nothing is changed by a reveal, so it can be asked for again. */
function revealFailureOf(error: unknown): Failure {
  const failure = failureOf(error)
  const isLost = isUnanswered(failure) || failure.code?.startsWith('HTTP_5') === true
  const text = readFailureText(failure)
  return { ...failure, message: isLost ? `${text} Each request is recorded.` : text }
}

/** Hides the value as soon as the window loses focus, the tab is hidden, or the page is left or printed. */
function useHidden(isShown: boolean, hide: () => void) {
  // A layout effect: an effect would listen only some time after the value is on screen.
  useLayoutEffect(() => {
    if (!isShown) return
    // Synchronously, because a later render may come after printing.
    const hideNow = () => flushSync(hide)
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') hideNow()
    }
    const events = ['blur', 'pagehide', 'beforeprint'] as const
    for (const event of events) window.addEventListener(event, hideNow)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      for (const event of events) window.removeEventListener(event, hideNow)
      document.removeEventListener('visibilitychange', whenHidden)
    }
  }, [isShown, hide])
}

function useShown() {
  const [shown, setShown] = useState<{ readonly value: string; readonly until: number }>()
  const [now, setNow] = useState(0)
  const hide = useCallback(() => setShown(undefined), [])
  const show = useCallback((value: string) => {
    // A value that arrives while the tab is hidden is not shown.
    if (document.visibilityState === 'hidden') return
    setNow(Date.now())
    setShown({ value, until: Date.now() + SHOWN_SECONDS * 1000 })
  }, [])
  useEffect(() => {
    if (shown === undefined) return
    const timer = setInterval(() => {
      if (Date.now() >= shown.until) setShown(undefined)
      else setNow(Date.now())
    }, 250)
    return () => clearInterval(timer)
  }, [shown])
  useHidden(shown !== undefined, hide)
  const secondsLeft = shown === undefined ? 0 : Math.ceil((shown.until - now) / 1000)
  return { shown: shown === undefined ? undefined : { value: shown.value, secondsLeft }, show, hide }
}

/**
 * Asks the gateway for one whole value with a reason, and shows it for a limited time. An answer that arrives after its
 * control has left the page or the session has ended shows nothing.
 */
export function useReveal({ resource, id, field, item }: MaskedSpot): Reveal {
  const provider = useConsoleProvider()
  const { shown, show, hide } = useShown()
  const [question, setQuestion] = useState<RevealQuestion>()
  const call = useRef<AbortController>(undefined)
  useEffect(() => () => call.current?.abort(), [])

  const submit = useCallback(
    (reason: string) => {
      const { signal } = (call.current = new AbortController())
      setQuestion({ isBusy: true, failure: undefined })
      const params = { id, field, reason, signal, ...(item === undefined ? {} : { item }) }
      provider.reveal(resource, params).then(
        ({ data }) => {
          if (signal.aborted) return
          setQuestion(undefined)
          if (data.ok === true && data.value !== undefined) show(data.value)
        },
        (error: unknown) => {
          if (signal.aborted) return
          const failure = revealFailureOf(error)
          setQuestion(failure.kind === 'sessionOver' ? undefined : { isBusy: false, failure })
        },
      )
    },
    [provider, resource, id, field, item, show],
  )
  const ask = useCallback(() => setQuestion({ isBusy: false, failure: undefined }), [])
  const cancel = useCallback(() => setQuestion((open) => (open?.isBusy === true ? open : undefined)), [])
  return { shown, question, ask, cancel, submit, hide }
}
