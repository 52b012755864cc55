import { useId, useRef, useState, type FormEvent } from 'react'
import type { SubmittedSearch, ResolvedList } from '../../language/list.ts'
import { copiedText } from '../format/copiedText.ts'
import { isAccepted } from '../query/formFilters.ts'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/Field.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'

interface SubmitSearchProps {
  readonly options: NonNullable<ResolvedList['search']>
  readonly submit: SubmittedSearch
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** Why a text cannot be searched; `undefined` when it can. */
function errorOf({ schema }: SubmitSearchProps['options'], submit: SubmittedSearch, text: string): string | undefined {
  if (text === '') return submit.required
  return schema === undefined || isAccepted(schema, text) ? undefined : submit.invalid
}

/**
 * A search that is submitted whole, by the button or Enter. The text is trimmed, an address that is copied with a name is searched
 * alone, and the text must fit the schema (D-184). The
 * box follows a search that changes elsewhere (Back, Reset).
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
    const text = copiedText(draft.trim())
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
        <SearchInput
          ref={box}
          label={label}
          value={draft}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit" look="primary">
          {submit.label}
        </Button>
        <FieldError id={id} error={error} />
      </form>
    </search>
  )
}
