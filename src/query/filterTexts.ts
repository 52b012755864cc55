import { formatKinds } from '../../language/format.ts'
import { isDay, isMoment, itemsOf, objectOf } from '../../language/input.ts'
import type { ListResource } from '../../language/resource.ts'
import type { FieldSchema, FilterValue } from '../../language/schema.ts'
import { formatValue, wordsFor } from '../format/formatValue.ts'
import { choicesIn } from '../../language/filterValue.ts'
import { formFields, type FormFilters, type FormTexts, schemaOf } from './formFilters.ts'

/** The texts that the fields show for the active filters. */
export const formTexts = (filters: FormFilters): FormTexts =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))

/** The value of a filter in words: a choice as lists show it, a day or a moment by the console's clocks, an amount as money. */
export function filterText(schema: FieldSchema, value: FilterValue): string {
  if (typeof value === 'object') return value.map((one) => filterText(schema, one)).join(', ')
  if (isDay(schema)) return formatValue('date', value)
  if (isMoment(schema)) return formatValue('dateTime', value)
  const own = objectOf(schema)
  const { display = 'text' } = own
  if (choicesIn(schema) === undefined)
    return formatKinds[display] === 'amount' ? formatValue(display, value) : String(value)
  const isYes = value === true || value === 'true'
  return wordsFor({ ...itemsOf(own), ...own }, own.type === 'boolean' ? isYes : value)
}

/** An active filter with its label and text: 'State: Lent'. */
interface HeldFilter {
  readonly name: string
  readonly label: string
  readonly text: string
  /** The text is the id of a record of this resource. */
  readonly reference: string | undefined
}

/** The active filters, in the order and the words of the form. */
export const heldFilters = (definition: ListResource, filters: FormFilters): readonly HeldFilter[] =>
  formFields(definition).flatMap((field) => {
    const value = filters[field.filter]
    if (value === undefined) return []
    const text = filterText(schemaOf(definition, field), value)
    return [{ name: field.filter, label: field.label, text, reference: field.reference }]
  })
