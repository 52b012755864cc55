import type { FormResource, FormPage } from '../../language/resource.ts'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Permissions } from '../model/controlOf.ts'
import { SearchInput } from '../ui/SearchInput.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { accessTo, isSeenAtOnce } from './useChosenForm.ts'

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** The text in which the search looks for a form, including its group. */
const textOf = (group: string, { label, form }: FormResource): string =>
  [label, form.description, ...form.keywords, group].join(' ').toLowerCase()

/** The groups with the forms that contain every typed word, in page order. All forms if nothing is typed. */
function findForms(groups: FormPage['groups'], typed: string): FormPage['groups'] {
  const words = wordsOf(typed)
  return groups
    .map(({ title, forms }) => ({
      title,
      forms: forms.filter((form) => words.every((word) => textOf(title, form).includes(word))),
    }))
    .filter(({ forms }) => forms.length > 0)
}

/** How well a form matches the typed words. Lower is better. */
function rankOf({ label }: FormResource, words: readonly string[]): number {
  const text = wordsOf(label).join(' ')
  const phrase = words.join(' ')
  if (text === phrase) return 0
  if (text.startsWith(phrase)) return 1
  const inLabel = text.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => inLabel.some((each) => each.startsWith(word)))) return 2
  return words.every((word) => text.includes(word)) ? 3 : 4
}

/**
 * The best match: by the whole label, its beginning, the beginnings of its words, any part of it, and last by the other
 * search text. The first on the page wins a tie. `undefined` if nothing is typed or found.
 */
function bestForm(groups: FormPage['groups'], typed: string): FormResource | undefined {
  const words = wordsOf(typed)
  if (words.length === 0) return undefined
  const found = findForms(groups, typed).flatMap(({ forms }) => forms)
  const [best] = found.toSorted((one, other) => rankOf(one, words) - rankOf(other, words))
  return best
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Class of the finder. The arrow keys move among the elements in it. */
const FINDER = 'cs-finder'

/** Moves focus with the arrow keys through the search box and the entries below it, in reading order. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const isTyping = event.currentTarget instanceof HTMLInputElement
  if (step === undefined || (isTyping && !event.key.startsWith('Arrow'))) return
  const stops = [...(event.currentTarget.closest(`.${FINDER}`)?.querySelectorAll<HTMLElement>('input, a') ?? [])]
  const at = stops.findIndex((stop) => stop === event.currentTarget)
  event.preventDefault()
  stops[step(at, stops.length - 1)]?.focus()
}

interface EntryProps {
  readonly form: FormResource
  readonly isChosen: boolean
  /** True if Enter in the search box opens this entry. */
  readonly isNext: boolean
  readonly permissions: Permissions
}

const Entry = ({ form, isChosen, isNext, permissions }: EntryProps) => {
  const access = accessTo(form, permissions)
  return (
    <li>
      <Link
        className="cs-item cs-finder-entry"
        to={{ search: `?form=${form.name}` }}
        aria-current={isChosen ? 'true' : undefined}
        data-next={isNext}
        onKeyDown={walk}
      >
        <span className="cs-strong cs-finder-label">{form.label}</span>
        <span className="cs-meta">{form.form.description}</span>
        {access.state === 'disabled' && <span className="cs-meta cs-warning">{access.reason}</span>}
      </Link>
    </li>
  )
}

interface FinderSearchProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onOpen: () => void
}

const SEARCH = 'Find a request'

/** The search box: typing narrows the entries, Enter opens the best match, Escape clears the text. */
const FinderSearch = ({ typed, onType, onOpen }: FinderSearchProps) => {
  const open = (event: FormEvent) => {
    event.preventDefault()
    onOpen()
  }
  // Not every browser clears the box on Escape by itself.
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || typed === '') return walk(event)
    event.preventDefault()
    onType('')
  }
  return (
    <search>
      <form onSubmit={open}>
        <SearchInput
          label={SEARCH}
          value={typed}
          maxLength={100}
          onKeyDown={press}
          onChange={(event) => onType(event.target.value)}
        />
      </form>
    </search>
  )
}

interface FormSearchProps {
  readonly groups: FormPage['groups']
  readonly chosen: FormResource | undefined
  readonly permissions: Permissions
  /** True if the search box takes focus first, because no form is chosen yet. */
  readonly isFirst: boolean
}

/** Lists the forms by group, with a search box and keyboard navigation. Every entry is a link. */
export const FormSearch = ({ groups, chosen, permissions, isFirst }: FormSearchProps) => {
  const [typed, setTyped] = useState('')
  const root = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const found = findForms(groups, typed)
  const next = bestForm(groups, typed)
  const hasSearch = !isSeenAtOnce(groups)
  const search = () => root.current?.querySelector<HTMLElement>('input')?.focus()
  useKeys(hasSearch ? { '/': { label: SEARCH, run: search } } : {})
  useEffect(() => {
    if (isFirst) root.current?.querySelector<HTMLElement>('input, a')?.focus({ preventScroll: true })
  }, [isFirst])
  const open = () => {
    if (next !== undefined) void navigate({ search: `?form=${next.name}` })
  }
  return (
    <nav className={`cs-stack ${FINDER}`} aria-label="Requests" ref={root}>
      {hasSearch && <FinderSearch typed={typed} onType={setTyped} onOpen={open} />}
      {found.map(({ title, forms }) => (
        <section key={title} aria-label={title}>
          <h2 className="cs-meta cs-finder-group">{title}</h2>
          <ul>
            {forms.map((form) => (
              <Entry
                key={form.name}
                form={form}
                isChosen={form === chosen}
                isNext={form === next}
                permissions={permissions}
              />
            ))}
          </ul>
        </section>
      ))}
      <output className="cs-muted cs-finder-none">
        {found.length === 0 && `Nothing matches “${typed.trim()}”. Ctrl K finds records, too.`}
      </output>
    </nav>
  )
}
