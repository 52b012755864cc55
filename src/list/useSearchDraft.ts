import { useCallback, useEffect, useRef, useState } from 'react'

interface SearchDraft {
  readonly draft: string
  /** Takes what is typed; it is applied after the pause, at once when it is empty. */
  readonly type: (text: string) => void
  /** Applies what is typed now. */
  readonly applyNow: () => void
}

/**
 * The text of a search box between typing and searching: trimmed, applied after a pause, at once on Enter, on leaving
 * the box and when emptied (D-60c). A search that changes elsewhere (Back, Reset) shows in the box.
 */
export function useSearchDraft(search: string, debounceMs: number, onSearch: (search: string) => void): SearchDraft {
  const [draft, setDraft] = useState(search)
  const [seen, setSeen] = useState(search)
  const [sent, setSent] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (search !== seen) {
    setSeen(search)
    setSent(search)
    if (search !== sent) setDraft(search)
  }

  const apply = useCallback(
    (text: string) => {
      clearTimeout(timer.current)
      timer.current = undefined
      const wanted = text.trim()
      setSent(wanted)
      onSearch(wanted)
    },
    [onSearch],
  )
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  }, [apply])
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    if (text === '') apply('')
    else timer.current = setTimeout(() => latest.current(text), debounceMs)
  }
  const applyNow = () => {
    if (timer.current !== undefined) apply(draft)
  }
  return { draft, type, applyNow }
}
