import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { ListResource } from '../../../language/resource.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterControl } from './FilterControl.tsx'
import { formFields, formTexts, readForm, schemaOf } from './formFilters.ts'
import type { FormFilters } from './formFilters.ts'

/** What a filter form is drawn from. */
export interface FilterFieldsProps {
  readonly definition: ListResource
  /** The filters that hold while the form is opened. */
  readonly filters: FormFilters
  readonly onApply: (filters: FormFilters) => void
}

type Refusals = Readonly<Record<string, string>>

const controlOf = (form: HTMLFormElement | null, filter: string): HTMLElement | undefined =>
  [...(form?.querySelectorAll<HTMLElement>('[data-filter]') ?? [])].find((one) => one.dataset['filter'] === filter)

/** Values that the browser itself cannot read, such as half a date: their text is empty. */
function unfinished(definition: ListResource, form: HTMLFormElement | null): Refusals {
  const isUnfinished = (filter: string): boolean => {
    const control = controlOf(form, filter)
    return control instanceof HTMLInputElement && control.validity.badInput
  }
  const fields = formFields(definition).filter(({ filter }) => isUnfinished(filter))
  return Object.fromEntries(fields.map(({ filter, label }) => [filter, `${label} is not complete`]))
}

/** The fields of a filter form: nothing holds before Apply or Enter, and then everything at once (D-139). */
export const FilterFields = ({ definition, filters, onApply }: FilterFieldsProps) => {
  const [texts, setTexts] = useState(() => formTexts(filters))
  const [refusals, setRefusals] = useState<Refusals>({})
  const form = useRef<HTMLFormElement>(null)
  const fields = formFields(definition)
  const type = (filter: string) => (text: string) => {
    setTexts({ ...texts, [filter]: text })
    setRefusals(Object.fromEntries(Object.entries(refusals).filter(([name]) => name !== filter)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readForm(definition, texts)
    const found = { ...read.refusals, ...unfinished(definition, form.current) }
    const first = fields.find(({ filter }) => found[filter] !== undefined)
    setRefusals(found)
    if (first === undefined) onApply(read.filters)
    else controlOf(form.current, first.filter)?.focus()
  }
  const clear = () => {
    setTexts({})
    setRefusals({})
    // What a browser holds of half a date is no value: it stays until the form itself is emptied.
    form.current?.reset()
    controlOf(form.current, fields[0]?.filter ?? '')?.focus()
  }
  return (
    <form className="cs-stack cs-filter-form" ref={form} noValidate onSubmit={submit}>
      <div className="cs-filter-fields">
        {fields.map((field) => (
          <FilterControl
            key={field.filter}
            field={field}
            schema={schemaOf(definition, field)}
            text={texts[field.filter] ?? ''}
            refusal={refusals[field.filter]}
            onType={type(field.filter)}
          />
        ))}
      </div>
      <div className="cs-filter-actions">
        <Button look="plain" onClick={clear}>
          Clear
        </Button>
        <Button type="submit" look="primary">
          Apply
        </Button>
      </div>
    </form>
  )
}
