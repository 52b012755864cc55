import { useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { ResolvedList } from '../../language/resource.ts'
import { Button } from '../ui/Button.tsx'
import type { SubmittedSearch } from '../../language/list.ts'
import { FieldError } from '../actions/FieldError.tsx'
import { Icon } from '../ui/Icon.tsx'
import { isAccepted } from './form/filterValue.ts'

interface SubmitSearchProps {
  readonly options: NonNullable<ResolvedList['search']>
  readonly submit: SubmittedSearch
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** The sentence about a text that cannot be searched; `undefined` where it can. */
function errorOf({ schema }: SubmitSearchProps['options'], submit: SubmittedSearch, text: string): string | undefined {
  if (text === '') return submit.required
  return schema === undefined || isAccepted(schema, text) ? undefined : submit.invalid
}

/**
 * A search that takes its whole text at once: by the button or Enter, trimmed, and only what it can search (D-184). What
 * is searched elsewhere (Back, Reset) shows in the box.
 */
export const SubmitSearch = ({ options, submit, search, onSearch }: SubmitSearchProps) => {
  const [draft, setDraft] = useState(search)
  const [seen, setSeen] = useState(search)
  const [error, setError] = useState<string>()
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  if (search !== seen) {
    setSeen(search)
    setDraft(search)
    setError(undefined)
  }
  const label = options.placeholder ?? submit.label
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = draft.trim()
    const found = errorOf(options, submit, text)
    setError(found)
    if (found === undefined) onSearch(text)
    else box.current?.focus()
  }
  const type = (text: string) => {
    setDraft(text)
    setError(undefined)
  }
  return (
    <search>
      <form className="cs-submit-search" noValidate onSubmit={send}>
        <div className="cs-search">
          <Icon name="search" />
          <input
            ref={box}
            type="search"
            className="cs-input"
            aria-label={label}
            placeholder={label}
            value={draft}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : id}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => type(event.target.value)}
          />
        </div>
        <Button type="submit" look="primary">
          {submit.label}
        </Button>
        <FieldError id={id} error={error} />
      </form>
    </search>
  )
}
