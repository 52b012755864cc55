import type { JSONSchema } from 'json-schema-to-ts'
import { isCalendarDay } from '../../language/parseInstant.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Scalar } from '../../language/schema.ts'
import type { ListResource } from '../../language/resource.ts'
import type { FilterField } from '../../language/list.ts'
import { isPersonalFilter } from '../../language/personal.ts'
import { formatValue } from '../format/formatValue.ts'

/** A text read as a value of its schema, or the sentence that says why it is none. */
export type Reading = { readonly value: Scalar } | { readonly refusal: string }

const number = (schema: JSONSchema, keyword: string): number | undefined => {
  const found = valueAt(schema, `/${keyword}`)
  return typeof found === 'number' ? found : undefined
}

/** The values a schema chooses from, as text; `undefined` where anything of its type will do. */
export function choicesIn(schema: JSONSchema): readonly string[] | undefined {
  const listed = valueAt(schema, '/enum')
  if (Array.isArray(listed)) return listed.map(String)
  return valueAt(schema, '/type') === 'boolean' ? ['true', 'false'] : undefined
}

/** Whether a schema is one of a calendar day. */
export const isDay = (schema: JSONSchema): boolean => valueAt(schema, '/format') === 'date'

const isNumeric = (schema: JSONSchema): boolean =>
  ['integer', 'number'].includes(String(valueAt(schema, '/type'))) && choicesIn(schema) === undefined

/** Whether a schema is one of whole numbers. */
export const isWhole = (schema: JSONSchema): boolean => isNumeric(schema) && valueAt(schema, '/type') === 'integer'

function chosen(label: string, schema: JSONSchema, text: string, choices: readonly string[]): Reading {
  if (!choices.includes(text)) return { refusal: `${label} must be one of: ${choices.join(', ')}` }
  if (valueAt(schema, '/type') === 'boolean') return { value: text === 'true' }
  const listed = valueAt(schema, '/enum')
  const found: unknown = Array.isArray(listed) ? listed.find((one) => String(one) === text) : undefined
  return { value: typeof found === 'number' ? found : text }
}

function counted(label: string, schema: JSONSchema, text: string): Reading {
  const whole = isWhole(schema)
  const value = Number(text)
  if (!(whole ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/).test(text)) {
    return { refusal: `${label} must be a ${whole ? 'whole number' : 'number'}` }
  }
  const least = number(schema, 'minimum') ?? -Infinity
  const most = number(schema, 'maximum')
  if (value < least) return { refusal: `${label} must be ${least} or more` }
  if (most !== undefined && value > most) return { refusal: `${label} must be ${most} or less` }
  // What no number of the browser holds exactly would be sent as another one.
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? { refusal: `${label} is too large` } : { value }
}

function written(label: string, schema: JSONSchema, text: string): Reading {
  const length = Array.from(text).length
  const least = number(schema, 'minLength') ?? 0
  const most = number(schema, 'maxLength') ?? Infinity
  const pattern = valueAt(schema, '/pattern')
  if (length < least) return { refusal: `${label} must have at least ${least} characters` }
  if (length > most) return { refusal: `${label} can have at most ${most} characters` }
  const isAsWritten = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)
  return isAsWritten ? { value: text } : { refusal: `${label} is not written as expected` }
}

/**
 * Reads what was typed, or what an address says, as a value of the filter's schema. The text is trimmed and not empty.
 * What only the whole request can decide is left to its check.
 */
function readFilterValue(label: string, schema: JSONSchema, text: string): Reading {
  const choices = choicesIn(schema)
  if (choices !== undefined) return chosen(label, schema, text, choices)
  if (isDay(schema))
    return isCalendarDay(text) ? { value: text } : { refusal: `${label} must be a day of the calendar` }
  return isNumeric(schema) ? counted(label, schema, text) : written(label, schema, text)
}

/** Whether a text is what a schema takes. */
export const isAccepted = (schema: JSONSchema, text: string): boolean => 'value' in readFilterValue('', schema, text)

/** The filters of a form that hold, by name. */
export type FormFilters = Readonly<Record<string, Scalar>>

/** What the fields of a form hold while it is being filled in, by the name of the filter. */
export type FormTexts = Readonly<Record<string, string>>

/** Filters that were read, and a sentence for each that cannot be used. */
export interface ReadFilters {
  readonly filters: FormFilters
  readonly refusals: Readonly<Record<string, string>>
}

/** No filter at all: one value for everybody, so that nothing is drawn again for it. */
export const noFilters: FormFilters = {}

/** The fields of a list's filter form. */
export const formFields = ({ list }: ListResource): readonly FilterField[] => list.filterForm?.fields ?? []

/** The schema of a field's filter; nothing fits where it is not declared. */
export const schemaOf = ({ list }: ListResource, { filter }: FilterField) => list.filters[filter] ?? false

const readTexts = (definition: ListResource, textOf: (field: FilterField) => string): ReadFilters => {
  const filters: Record<string, Scalar> = {}
  const refusals: Record<string, string> = {}
  for (const field of formFields(definition)) {
    const text = textOf(field).trim()
    if (text === '') continue
    const reading = readFilterValue(field.label, schemaOf(definition, field), text)
    if ('value' in reading) filters[field.filter] = reading.value
    else refusals[field.filter] = reading.refusal
  }
  return { filters, refusals }
}

/** What was filled in, empty fields left out. */
export const readForm = (definition: ListResource, texts: FormTexts): ReadFilters =>
  readTexts(definition, ({ filter }) => texts[filter] ?? '')

/** What an address says. A personal filter has no place in one: it is refused, and its value is not repeated. */
export function readAddress(definition: ListResource, params: URLSearchParams): ReadFilters {
  const isPersonal = ({ filter }: FilterField) => isPersonalFilter(definition, filter)
  const { filters, refusals } = readTexts(definition, (field) =>
    isPersonal(field) ? '' : (params.get(field.filter) ?? ''),
  )
  const personal = formFields(definition).filter(
    (field) => isPersonal(field) && (params.get(field.filter) ?? '') !== '',
  )
  return {
    filters,
    refusals: {
      ...refusals,
      ...Object.fromEntries(
        personal.map(({ filter, label }) => [
          filter,
          `${label} may not stand in an address: use the form of ${definition.list.filterForm?.label ?? 'the list'}`,
        ]),
      ),
    },
  }
}

/** The filters that may or that may not stand in an address. */
export const filtersThatAre = (
  definition: ListResource,
  kind: 'personal' | 'plain',
  filters: FormFilters,
): FormFilters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name]) => isPersonalFilter(definition, name) === (kind === 'personal')),
  )

/** What the fields show of the filters that hold. */
export const formTexts = (filters: FormFilters): FormTexts =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))

/** A filter that holds, ready to be shown: 'State: Lent'. */
export interface HeldFilter {
  readonly name: string
  readonly label: string
  readonly text: string
}

/** The filters that hold, in the order and the words of the form. */
export const heldFilters = (definition: ListResource, filters: FormFilters): readonly HeldFilter[] =>
  formFields(definition).flatMap((field) => {
    const value = filters[field.filter]
    if (value === undefined) return []
    const text =
      field.labels?.[String(value)] ?? (isDay(schemaOf(definition, field)) ? formatValue('date', value) : String(value))
    return [{ name: field.filter, label: field.label, text }]
  })

/** Whether the same filters hold, in whatever order they came. */
export const isSameFilters = (one: FormFilters, other: FormFilters): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)
