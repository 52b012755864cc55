import { isWhole } from '../../language/filterValue.ts'
import { controlOf, type Input } from '../../language/input.ts'
import type { FilterField } from '../../language/list.ts'
import type { ListResource } from '../../language/resource.ts'
import { plainText } from '../../language/plainText.ts'
import { type FieldSchema, isScalar } from '../../language/schema.ts'
import { refusalOf } from '../inputs/inputError.ts'
import { sentValue, textIn, textReaders, typedValue, withoutGroups } from '../inputs/inputValue.ts'
import { formFields, type FormFilters, type FormTexts, schemaOf } from '../query/formFilters.ts'
import { formTexts } from '../query/filterTexts.ts'

/** The input of a moment or an amount, which people write by the console's clocks and currency; `undefined` for others. */
export function typedInput({ label, widget, reference }: FilterField, schema: FieldSchema): Input | undefined {
  const control = widget === undefined && reference === undefined ? controlOf(schema) : undefined
  const isRead = control !== undefined && control !== 'text' && textReaders[control] !== undefined
  return isRead ? { label, control, schema } : undefined
}

/** The texts that the fields show for the active filters: moments as people type them. */
export const typedTexts = (definition: ListResource, filters: FormFilters): FormTexts => ({
  ...formTexts(filters),
  ...Object.fromEntries(
    formFields(definition).flatMap((field) => {
      const [input, value] = [typedInput(field, schemaOf(definition, field)), filters[field.filter]]
      return input === undefined || value === undefined ? [] : [[field.filter, textIn(typedValue(input, value))]]
    }),
  ),
})

/** A whole number without commas or blanks between its thousands; it has one kind of them. Any other text stays. */
function wholeOf(text: string): string {
  const number = withoutGroups(text.includes(',') ? text : text.replaceAll(/[ \u00A0\u202F]/g, ','))
  return number.includes(',') ? text : number
}

/** What is between the cells and lines of a copied table. */
const SEPARATED = /[\t\n\r]/

interface SentTexts {
  readonly texts: FormTexts
  /** A sentence for each moment or amount that is not one, and for two values in one field. */
  readonly refusals: Readonly<Record<string, string>>
}

/** The texts of the fields as services read them: moments in UTC, amounts as decimals, numbers without thousands separators. */
export function sentTexts(definition: ListResource, typed: FormTexts): SentTexts {
  const texts: Record<string, string> = {}
  const refusals: Record<string, string> = {}
  for (const field of formFields(definition)) {
    const schema = schemaOf(definition, field)
    const text = plainText(typed[field.filter] ?? '')
    texts[field.filter] = isWhole(schema) ? wholeOf(text) : text
    if (SEPARATED.test(text)) {
      refusals[field.filter] = `${field.label} has two values, with a tab or line end between them: type one`
      continue
    }
    const input = typedInput(field, schema)
    const value = input && sentValue(input, text)
    if (input === undefined || !isScalar(value)) continue
    const refusal = refusalOf(input, value)
    if (refusal !== undefined) refusals[field.filter] = refusal
    else texts[field.filter] = String(value)
  }
  return { texts, refusals }
}
