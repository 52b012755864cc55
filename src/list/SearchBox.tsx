import { useCallback, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { ResolvedList } from '../../language/list.ts'
import { SearchInput } from '../ui/SearchInput.tsx'
import { searchTextOf } from '../query/listQuery.ts'
import { hasControls } from '../../language/filterValue.ts'

interface SearchDraft {
  readonly draft: string
  /** Takes the typed text. It applies after the pause, or at once when empty. */
  readonly type: (text: string) => void
  readonly applyNow: () => void
}

/**
 * The text of a search box between typing and searching. It is trimmed and applied after a pause; Enter, leaving the
 * box and emptying it apply it at once (D-60c). The box follows a search that changes elsewhere (Back, Reset).
 */
function useSearchDraft(search: string, debounceMs: number, onSearch: (search: string) => void): SearchDraft {
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
      const wanted = searchTextOf(text)
      setSent(wanted)
      if (!hasControls(wanted)) onSearch(wanted)
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

const UNREADABLE = 'Not searched: the text has control characters. Type it again.'

/** The longest search the gateway accepts, in characters. */
const LONGEST = 200

interface SearchBoxProps {
  readonly options: NonNullable<ResolvedList['search']>
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** The list's search box. It searches after a pause, on Enter, and when cleared. */
export const SearchBox = ({ options, search, onSearch }: SearchBoxProps) => {
  const { draft, type, applyNow } = useSearchDraft(search, options.debounceMs, onSearch)
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const isRefused = hasControls(searchTextOf(draft))
  const label = options.placeholder ?? 'Search'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    applyNow()
  }
  const clear = () => {
    type('')
    box.current?.focus()
  }
  return (
    <search>
      <form onSubmit={submit}>
        <SearchInput
          ref={box}
          label={label}
          value={draft}
          maxLength={LONGEST}
          onChange={(event) => type(event.target.value)}
          onBlur={applyNow}
          onClear={clear}
          {...(isRefused && { 'aria-invalid': true, 'aria-describedby': id })}
        />
        {isRefused && (
          <p className="cs-meta cs-danger" id={id} role="alert">
            {UNREADABLE}
          </p>
        )}
      </form>
    </search>
  )
}
