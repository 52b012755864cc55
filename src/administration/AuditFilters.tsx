import { useId, useState, type FormEvent } from 'react'
import { type AuditFilterBody, auditResults, auditShows, resultLabels } from '../../language/auditView.ts'
import { plainText } from '../../language/plainText.ts'
import { copiedText } from '../format/copiedText.ts'
import { zoneMidnight } from '../format/zoneClock.ts'
import { consoleModel, listResource } from '../model/consoleModel.ts'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Field, FieldError, notedBy, Suggestions } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { PHONE, useMediaQuery } from '../ui/useMediaQuery.ts'
import { searchedLists, useRecordId } from '../query/useRecordId.ts'

/** What a search shows. `done` is chosen first, and the whole trail is what the gateway searches by default. */
const showLabels = {
  automatic: 'What was done automatically',
  trail: 'Also what pages counted, and reads of the trail',
  reads: 'What was seen',
  all: 'What was done or seen',
} as const

/** The filters as they are typed, empty. */
export const noTexts = {
  person: '',
  resource: '',
  id: '',
  operation: '',
  result: '',
  show: '',
  from: '',
  to: '',
  request: '',
}

/** The filters as they are typed. */
export type AuditTexts = typeof noTexts

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

const DAY_MS = 24 * 60 * 60_000

/** The day after; days have 23 to 25 hours where clocks change, so this is by the calendar. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** The id in a text as it is copied from a notice or the log, where there is one. */
const requestIn = (text: string): string | undefined => UUID.exec(text.toLowerCase())?.[0]

export function filterOf({
  person,
  resource,
  id,
  operation,
  result,
  show,
  from,
  to,
  request,
}: AuditTexts): AuditFilterBody {
  const requestId = requestIn(request)
  const chosen = auditResults.find((each) => each === result)
  const shown = show === '' ? 'done' : auditShows.find((each) => each === show)
  return {
    ...(person.trim() === '' ? {} : { person: copiedText(person.trim()) }),
    ...(id.trim() === '' ? {} : { record: { resource, id: copiedText(id.trim()) } }),
    ...(operation.trim() === '' ? {} : { operation: plainText(operation) }),
    ...(chosen === undefined ? {} : { result: chosen }),
    ...(shown === undefined ? {} : { show: shown }),
    ...(from === '' ? {} : { from: zoneMidnight(from).getTime() }),
    ...(requestId === undefined ? {} : { request: requestId }),
    ...(to === '' ? {} : { to: zoneMidnight(dayAfter(to)).getTime() }),
  }
}

function problemOf({ resource, id, from, to, request }: AuditTexts): string | undefined {
  if (request.trim() !== '' && requestIn(request) === undefined)
    return 'The id of a request has 36 characters: copy it from the notice or the log.'
  if (resource !== '' && id.trim() === '') return 'A record needs its number, or a value that only it has.'
  return from !== '' && to !== '' && to < from ? 'The last day is before the first.' : undefined
}

const unknownRecord = ({ resource, id }: AuditTexts): string =>
  resource === ''
    ? `Not exactly one record was found by ${id.trim()}. Choose its kind, or type another value that only it has.`
    : `Not exactly one record of ${listResource(resource)?.menuLabel ?? resource} was found by ${id.trim()}. Type the number in the address of its page.`

/** What people call the actions of the console, and the ids of its operations. */
function operationTexts(): readonly string[] {
  const { definitions } = consoleModel()
  const labels = definitions.flatMap(({ actions }) => Object.values(actions).map(({ label }) => label))
  const ids = definitions.flatMap(({ name, bindings }) => Object.keys(bindings).map((key) => `${name}.${key}`))
  return [...new Set([...labels.toSorted(), ...ids])]
}

const hints = {
  person: 'Who did it, or requested what was decided',
  id: 'Or a value that only it has: a name, an email',
  operation: 'As the list calls it, or its code',
  request: 'The id that a notice or the log has',
} as const

const shows = Object.entries(showLabels).map(([value, label]) => ({ value, label }))
const results = auditResults.map((value) => ({ value, label: resultLabels[value] }))

interface ControlsProps {
  readonly texts: AuditTexts
  /** What is wrong with single filters, by their names. */
  readonly errors: Readonly<Record<string, string>>
  readonly set: (name: keyof AuditTexts, value: string) => void
}

const Controls = ({ texts, errors, set }: ControlsProps) => {
  const id = useId()
  const { definitions } = consoleModel()
  const shared = (name: keyof AuditTexts) => ({
    id: `${id}-${name}`,
    className: 'cs-input',
    value: texts[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set(name, target.value),
  })
  const typed = (name: keyof typeof hints) => ({
    ...shared(name),
    'aria-invalid': errors[name] !== undefined,
    'aria-describedby': notedBy(`${id}-${name}`, {
      hint: hints[name],
      error: errors[name],
    }),
  })
  const choice = (name: keyof AuditTexts) => ({
    id: `${id}-${name}`,
    value: texts[name],
    onChoose: (value: string) => set(name, value),
  })
  const kinds = definitions.flatMap((each) =>
    each.kind === 'list' ? [{ value: each.name, label: each.menuLabel }] : [],
  )
  return (
    <>
      <Field id={`${id}-show`} label="Show">
        <Select {...choice('show')} placeholder="What was done" choices={shows} />
      </Field>
      <Field id={`${id}-person`} label="Person" hint={hints.person} error={errors['person']}>
        <input {...typed('person')} maxLength={254} placeholder="Name, email or user ID" />
      </Field>
      <Field id={`${id}-resource`} label="Kind of record">
        <Select {...choice('resource')} placeholder="Any" choices={kinds} />
      </Field>
      <Field id={`${id}-id`} label="Record number" hint={hints.id}>
        <input {...typed('id')} />
      </Field>
      <Field id={`${id}-operation`} label="Operation" hint={hints.operation} error={errors['operation']}>
        <input {...typed('operation')} maxLength={128} list={`${id}-operations`} />
        <Suggestions id={`${id}-operations`} texts={operationTexts()} />
      </Field>
      <Field id={`${id}-result`} label="Outcome">
        <Select {...choice('result')} placeholder="Any" choices={results} />
      </Field>
      <Field id={`${id}-from`} label="From">
        <input {...shared('from')} type="date" />
      </Field>
      <Field id={`${id}-to`} label="To">
        <input {...shared('to')} type="date" />
      </Field>
      <Field id={`${id}-request`} label="Request" hint={hints.request}>
        <input {...typed('request')} />
      </Field>
    </>
  )
}

interface AuditFiltersProps {
  readonly isBusy: boolean
  readonly texts: AuditTexts
  readonly errors?: ControlsProps['errors'] | undefined
  readonly onType: (texts: AuditTexts) => void
  readonly onSearch: (texts: AuditTexts) => void
  /** Called when what is typed can't be searched: what was found before is not what was asked. */
  readonly onRefuse: () => void
}

/** The filters of the audit trail. Nothing that is typed gets into the address of the page. */
export const AuditFilters = ({ isBusy, texts, errors = {}, onType, onSearch, onRefuse }: AuditFiltersProps) => {
  const [problem, setProblem] = useState<string>()
  const findId = useRecordId()
  const refuse = (reason: string) => {
    setProblem(reason)
    onRefuse()
  }
  const search = async () => {
    const text = plainText(texts.id)
    const asked = { ...texts, request: requestIn(texts.request) ?? '' }
    if (text === '') return onSearch({ ...asked, id: '' })
    const lists = texts.resource === '' ? searchedLists() : [texts.resource]
    const found = await Promise.all(lists.map(async (resource) => ({ resource, id: await findId(resource, text) })))
    const [one, ...others] = found.flatMap(({ resource, id }) => (id === undefined ? [] : [{ resource, id }]))
    if (one === undefined || others.length > 0) refuse(unknownRecord(texts))
    else onSearch({ ...asked, ...one })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(texts)
    if (found !== undefined) return refuse(found)
    setProblem(undefined)
    void search()
  }
  const start = (next: AuditTexts) => {
    setProblem(undefined)
    onSearch(next)
  }
  const reset = () => start(noTexts)
  const searchUnknown = () => start({ ...noTexts, result: 'unknown' })
  const form = (
    <form className="cs-stack" aria-label="Filters of the audit trail" onSubmit={submit}>
      <div className="cs-audit-filters">
        <Controls texts={texts} errors={errors} set={(name, value) => onType({ ...texts, [name]: value })} />
        <div className="cs-row cs-audit-buttons">
          <Button type="submit" look="primary" isBusy={isBusy}>
            Search
          </Button>
          <Button onClick={reset}>Reset</Button>
          <Button look="plain" onClick={searchUnknown}>
            Unknown outcomes
          </Button>
        </div>
      </div>
      <div role="alert">
        <FieldError id="cs-audit-problem" error={problem} />
      </div>
    </form>
  )
  return useMediaQuery(PHONE) ? <Disclosure title="Filter">{form}</Disclosure> : form
}
