import { useId, useState, type FormEvent } from 'react'
import { type AuditFilterBody, type AuditResult, auditResults } from '../../language/auditView.ts'
import { newYorkMidnight } from '../format/newYorkClock.ts'
import { consoleModel } from '../model/consoleModel.ts'
import { Button } from '../ui/Button.tsx'
import { Field, FieldError, Suggestions } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'

/** What people call the results of entries. */
export const resultLabels: Readonly<Record<AuditResult, string>> = {
  ok: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Unknown outcome',
  open: 'No outcome yet',
}

const empty = { person: '', resource: '', id: '', operation: '', result: '', from: '', to: '' }

type Texts = typeof empty

const DAY_MS = 24 * 60 * 60_000

/** The day after; days of New York have 23 to 25 hours, so this is by the calendar. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

function filterOf({ person, resource, id, operation, result, from, to }: Texts): AuditFilterBody {
  const chosen = auditResults.find((each) => each === result)
  return {
    ...(person.trim() === '' ? {} : { person: person.trim() }),
    ...(id.trim() === '' ? {} : { record: { resource, id: id.trim() } }),
    ...(operation.trim() === '' ? {} : { operation: operation.trim() }),
    ...(chosen === undefined ? {} : { result: chosen }),
    ...(from === '' ? {} : { from: newYorkMidnight(from).getTime() }),
    ...(to === '' ? {} : { to: newYorkMidnight(dayAfter(to)).getTime() }),
  }
}

function problemOf({ resource, id, from, to }: Texts): string | undefined {
  if ((resource === '') !== (id.trim() === '')) return 'A record needs its kind and its number.'
  return from !== '' && to !== '' && to < from ? 'The last day is before the first.' : undefined
}

interface ControlsProps {
  readonly texts: Texts
  readonly set: (name: keyof Texts, value: string) => void
}

const Controls = ({ texts, set }: ControlsProps) => {
  const id = useId()
  const { definitions } = consoleModel()
  const shared = (name: keyof Texts) => ({
    id: `${id}-${name}`,
    className: 'cs-input',
    value: texts[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set(name, target.value),
  })
  const choice = (name: keyof Texts) => ({
    id: `${id}-${name}`,
    value: texts[name],
    onChoose: (value: string) => set(name, value),
  })
  const kinds = definitions.filter(({ kind }) => kind === 'list').map(({ name, label }) => ({ value: name, label }))
  const operations = definitions.flatMap(({ name, bindings }) => Object.keys(bindings).map((key) => `${name}.${key}`))
  const results = auditResults.map((value) => ({ value, label: resultLabels[value] }))
  return (
    <>
      <Field id={`${id}-person`} label="Person">
        <input {...shared('person')} placeholder="Email or user ID" />
      </Field>
      <Field id={`${id}-resource`} label="Kind of record">
        <Select {...choice('resource')} placeholder="Any" choices={kinds} />
      </Field>
      <Field id={`${id}-id`} label="Record number">
        <input {...shared('id')} />
      </Field>
      <Field id={`${id}-operation`} label="Operation">
        <input {...shared('operation')} list={`${id}-operations`} />
        <Suggestions id={`${id}-operations`} texts={operations} />
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
    </>
  )
}

interface AuditFiltersProps {
  readonly isBusy: boolean
  readonly onSearch: (filter: AuditFilterBody) => void
}

/** The filters of the audit trail. Nothing of them gets into the address of the page. */
export const AuditFilters = ({ isBusy, onSearch }: AuditFiltersProps) => {
  const [texts, setTexts] = useState(empty)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(texts)
    setProblem(found)
    if (found === undefined) onSearch(filterOf(texts))
  }
  const start = (texts: Texts) => {
    setTexts(texts)
    setProblem(undefined)
    onSearch(filterOf(texts))
  }
  const reset = () => start(empty)
  const searchUnknown = () => start({ ...empty, result: 'unknown' })
  return (
    <form className="cs-stack" aria-label="Filters of the audit trail" onSubmit={submit}>
      <div className="cs-audit-filters">
        <Controls texts={texts} set={(name, value) => setTexts((before) => ({ ...before, [name]: value }))} />
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
}
