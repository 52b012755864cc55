import {
  useId,
  useRef,
  useState,
  useEffect,
  useLayoutEffect,
  type KeyboardEvent,
  type FormEvent,
  type RefObject,
} from 'react'
import type { JSONSchema } from 'json-schema-to-ts'
import { place } from 'virtual:locale'
import type { FilterField } from '../../language/list.ts'
import { isDay } from '../../language/input.ts'
import type { FieldSchema } from '../../language/schema.ts'
import { Checkboxes } from '../ui/Checkbox.tsx'
import { Field, notedBy, Suggestions } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { choicesIn, isSeveral, isWhole } from '../../language/filterValue.ts'
import { formFields, readForm, schemaOf, type FormFilters } from '../query/formFilters.ts'
import { filterText } from '../query/filterTexts.ts'
import { sentTexts, typedInput, typedTexts } from './typedFilters.ts'
import type { ListResource } from '../../language/resource.ts'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { fitPanel } from '../ui/Menu.tsx'
import { OwnInput } from '../ui/registered.tsx'
import { firstOf } from '../../language/orderedInputs.ts'
import { drawInRanges } from '../inputs/drawInRanges.tsx'
import { unfinishedText } from '../inputs/fieldErrors.ts'
import { ReferenceInput } from '../inputs/ReferenceInput.tsx'
import { PHONE, useMediaQuery } from '../ui/useMediaQuery.ts'
import './filterForm.css'

interface FilterControlProps {
  readonly field: FilterField
  readonly schema: FieldSchema
  readonly text: string
  readonly refusal: string | undefined
  readonly onType: (text: string) => void
}

/** True while the options of a select are open. Enter then picks an option. */
const isUnfolded = (control: HTMLSelectElement): boolean => CSS.supports('selector(:open)') && control.matches(':open')

/** Browsers submit a form on Enter from every control except a select. */
const applyOnEnter = (event: KeyboardEvent<HTMLSelectElement>) => {
  if (event.key !== 'Enter' || isUnfolded(event.currentTarget)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

const choicesOf = (schema: JSONSchema) =>
  choicesIn(schema)?.map((value) => ({ value, label: filterText(schema, value) }))

/** Any number of choices, as checkboxes. */
const SeveralChoices = ({ field: { filter, label }, schema, text, refusal, onType }: FilterControlProps) => (
  <div data-filter={filter}>
    <Checkboxes
      label={label}
      name={`${filter}[]`}
      choices={choicesOf(schema) ?? []}
      values={text === '' ? [] : text.split(',')}
      error={refusal}
      isReadOnly={false}
      onChoose={(values) => onType(values.join(','))}
    />
  </div>
)

/** One value: a select, a date, a number or a text, depending on the filter's schema. */
const OneValue = ({ field, schema, text, refusal, onType }: FilterControlProps) => {
  const id = useId()
  const { filter, label, suggestions, widget, reference } = field
  const choices = choicesOf(schema)
  const isInvalid = refusal !== undefined
  const isMoment = typedInput(field, schema)?.control === 'dateTime'
  const hint = isMoment ? `${place} time` : undefined
  const describedBy = notedBy(id, { hint, error: refusal })
  const shared = {
    id,
    value: text,
    // Fields are found by this attribute, not by name: fields named `id` or `action` would hide the form's own
    // properties.
    'data-filter': filter,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
  }
  return (
    <Field {...{ id, label, hint }} error={refusal}>
      {widget !== undefined ? (
        <div data-filter={filter}>
          <OwnInput
            {...{ id, label, widget, suggestions, choices, isInvalid, describedBy }}
            kind="filters"
            name={filter}
            value={text}
            isRequired={false}
            isOff={false}
            onChange={onType}
          />
        </div>
      ) : reference !== undefined ? (
        <ReferenceInput {...shared} resource={reference} placeholder="Any" onChoose={onType} />
      ) : choices !== undefined ? (
        <Select
          {...shared}
          className="cs-input--low"
          choices={choices}
          placeholder="Any"
          onChoose={onType}
          onKeyDown={applyOnEnter}
        />
      ) : (
        <>
          <input
            {...shared}
            className="cs-input cs-input--low"
            type={isMoment ? 'datetime-local' : isDay(schema) ? 'date' : 'text'}
            inputMode={isWhole(schema) ? 'numeric' : undefined}
            list={suggestions === undefined ? undefined : `${id}-offered`}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onType(target.value)}
          />
          <Suggestions id={`${id}-offered`} texts={suggestions} />
        </>
      )}
    </Field>
  )
}

const FilterControl = (props: FilterControlProps) =>
  props.field.widget === undefined && isSeveral(props.schema) ? <SeveralChoices {...props} /> : <OneValue {...props} />

interface FilterFieldsProps {
  readonly definition: ListResource
  readonly filters: FormFilters
  readonly onApply: (filters: FormFilters) => void
}

type Refusals = Readonly<Record<string, string>>

const CONTROLS = 'input, select, textarea, button'

/** The control of a filter, including one that the console draws itself. */
function controlOf(panel: HTMLElement | null, filter: string): HTMLElement | undefined {
  const places = [...(panel?.querySelectorAll<HTMLElement>('[data-filter]') ?? [])]
  const place = places.find((one) => one.dataset['filter'] === filter)
  return place?.matches(CONTROLS) === true ? place : (place?.querySelector<HTMLElement>(CONTROLS) ?? undefined)
}

/** A field for words: what people look for is seldom a day or a number. */
const TEXT = 'input[type="text"]:not([inputmode])'

/** The control that has the focus first: the first one for words, else the first one. */
const firstControl = (panel: HTMLElement | null) =>
  panel?.querySelector<HTMLElement>(TEXT) ?? panel?.querySelector<HTMLElement>(CONTROLS)

/** Fields whose value the browser cannot read yet, such as half a date. Their text is empty. */
function unfinished(definition: ListResource, form: HTMLFormElement | null): Refusals {
  const isUnfinished = (filter: string): boolean => {
    const control = controlOf(form, filter)
    return control instanceof HTMLInputElement && control.validity.badInput
  }
  const fields = formFields(definition).filter(({ filter }) => isUnfinished(filter))
  return Object.fromEntries(fields.map((field) => [field.filter, unfinishedText(field)]))
}

/** The fields of a filter form. Nothing applies before Apply or Enter; then all fields apply at once (D-139). */
const FilterFields = ({ definition, filters, onApply }: FilterFieldsProps) => {
  const [texts, setTexts] = useState(() => typedTexts(definition, filters))
  const [refusals, setRefusals] = useState<Refusals>({})
  const form = useRef<HTMLFormElement>(null)
  const fields = formFields(definition)
  const type = (filter: string) => (text: string) => {
    setTexts({ ...texts, [filter]: text })
    setRefusals(Object.fromEntries(Object.entries(refusals).filter(([name]) => name !== filter)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = sentTexts(definition, texts)
    const read = readForm(definition, sent.texts)
    const found = { ...read.refusals, ...sent.refusals, ...unfinished(definition, form.current) }
    const first = fields.find(({ filter }) => found[filter] !== undefined)
    setRefusals(found)
    if (first === undefined) onApply(read.filters)
    else controlOf(form.current, first.filter)?.focus()
  }
  const clear = () => {
    setTexts({})
    setRefusals({})
    // The browser keeps half a date, which is no value, until the form itself is reset.
    form.current?.reset()
    firstControl(form.current)?.focus()
  }
  const draw = (filter: string) => {
    const field = fields.find((each) => each.filter === filter)
    return (
      field && (
        <FilterControl
          key={filter}
          field={field}
          schema={schemaOf(definition, field)}
          text={texts[filter] ?? ''}
          refusal={refusals[filter]}
          onType={type(filter)}
        />
      )
    )
  }
  return (
    <form className="cs-stack" ref={form} noValidate onSubmit={submit}>
      <div className="cs-filter-fields">
        {drawInRanges({
          names: fields.map(({ filter }) => filter),
          firstOf: (filter) => firstOf({ schema: definition.list.filters[filter] ?? false }),
          draw,
        })}
      </div>
      <div className="cs-row cs-row--end cs-filter-actions">
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

interface FilterPanelProps extends FilterFieldsProps {
  readonly label: string
  /** The filter whose field gets the focus first. The default is the first field for words. */
  readonly wanted: string | undefined
  /** Closes without applying. */
  readonly onClose: () => void
}

/** Focuses the requested field, or the first one for words. */
function useFirstFocus(panel: RefObject<HTMLElement | null>, wanted: string | undefined): void {
  useEffect(() => {
    const control = wanted === undefined ? firstControl(panel.current) : controlOf(panel.current, wanted)
    control?.focus()
  }, [panel, wanted])
}

const AnchoredPanel = ({ label, wanted, ...fields }: Omit<FilterPanelProps, 'onClose'>) => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => fitPanel(ref.current), [])
  useFirstFocus(ref, wanted)
  return (
    <dialog className="cs-panel cs-filter-panel" open aria-label={label} ref={ref}>
      <FilterFields {...fields} />
    </dialog>
  )
}

const FilterSheet = ({ label, wanted, onClose, ...fields }: FilterPanelProps) => {
  const ref = useRef<HTMLDivElement>(null)
  useFirstFocus(ref, wanted)
  return (
    <Drawer kind="sheet" title={label} onClose={onClose}>
      <div className="cs-filter-sheet" ref={ref}>
        <FilterFields {...fields} />
      </div>
    </Drawer>
  )
}

/** The filter form: a panel below its button, or a sheet on a phone. The first field for words has the focus. */
export const FilterPanel = (props: FilterPanelProps) =>
  useMediaQuery(PHONE) ? <FilterSheet {...props} /> : <AnchoredPanel {...props} />
