import { useRef } from 'react'
import type { FormEvent } from 'react'
import type { ResolvedList } from '../../language/resource.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useSearchDraft } from './useSearchDraft.ts'

/** What the gateway takes at most. */
const LONGEST = 200

interface SearchBoxProps {
  readonly options: NonNullable<ResolvedList['search']>
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** The list's search box: searches after a pause, on Enter, and when cleared. */
export const SearchBox = ({ options, search, onSearch }: SearchBoxProps) => {
  const { draft, type, applyNow } = useSearchDraft(search, options.debounceMs, onSearch)
  const box = useRef<HTMLInputElement>(null)
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
      <form className="cs-search" onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={box}
          type="search"
          className="cs-input"
          aria-label={label}
          placeholder={label}
          value={draft}
          maxLength={LONGEST}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onBlur={applyNow}
        />
        {draft !== '' && (
          <Button look="icon" className="cs-search-clear" aria-label="Clear search" onClick={clear}>
            <Icon name="close" />
          </Button>
        )}
      </form>
    </search>
  )
}
