import type { JSONSchema } from 'json-schema-to-ts'
import { isDay } from '../../language/input.ts'
import { misordered } from '../../language/orderedInputs.ts'
import { isCalendarDay } from '../../language/parseInstant.ts'
import { valueAt } from '../../language/pointer.ts'
import { isScalar, type FieldSchema, type FilterValue } from '../../language/schema.ts'
import type { ListResource } from '../../language/resource.ts'
import type { FilterField } from '../../language/list.ts'
import { isPersonalFilter } from '../../language/personal.ts'
import { coercedText } from '../format/consoleCoercions.ts'
import { hasControls } from './typedSearch.ts'

/** A text read as a value of its schema, or the sentence that explains why it is not valid. */
export type Reading = { readonly value: FilterValue } | { readonly refusal: string }

const number = (schema: JSONSchema, keyword: string): number | undefined => {
  const found = valueAt(schema, `/${keyword}`)
  return typeof found === 'number' ? found : undefined
}

const listedIn = (schema: JSONSchema): unknown => valueAt(schema, isSeveral(schema) ? '/items/enum' : '/enum')

/** The values a schema lists, as text; `undefined` when any value of its type is valid. */
export function choicesIn(schema: JSONSchema): readonly string[] | undefined {
  const listed = listedIn(schema)
  if (Array.isArray(listed)) return listed.map(String)
  return valueAt(schema, '/type') === 'boolean' ? ['true', 'false'] : undefined
}

/** True when any number of the choices may be chosen. */
export const isSeveral = (schema: JSONSchema): boolean => valueAt(schema, '/type') === 'array'

const isNumeric = (schema: JSONSchema): boolean =>
  ['integer', 'number'].includes(String(valueAt(schema, '/type'))) && choicesIn(schema) === undefined

/** True when a schema describes whole numbers. */
export const isWhole = (schema: JSONSchema): boolean => isNumeric(schema) && valueAt(schema, '/type') === 'integer'

function chosen(label: string, schema: JSONSchema, text: string, choices: readonly string[]): Reading {
  if (!choices.includes(text)) return { refusal: `${label} must be one of: ${choices.join(', ')}` }
  if (valueAt(schema, '/type') === 'boolean') return { value: text === 'true' }
  const listed = listedIn(schema)
  const found: unknown = Array.isArray(listed) ? listed.find((one) => String(one) === text) : undefined
  return { value: typeof found === 'number' ? found : text }
}

/** Several values, joined by commas, in the order of the choices. */
function several(label: string, schema: JSONSchema, text: string): Reading {
  const listed = listedIn(schema)
  const choices = Array.isArray(listed) ? listed.filter(isScalar) : []
  const given = text.split(',').map((one) => one.trim())
  const isKnown = given.every((one) => choices.map(String).includes(one))
  return isKnown
    ? { value: choices.filter((one) => given.includes(String(one))) }
    : { refusal: `${label} must be among: ${choices.join(', ')}` }
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
  // JavaScript cannot represent larger numbers exactly and would send a different one.
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? { refusal: `${label} is too large` } : { value }
}

function written(label: string, schema: FieldSchema, typed: string): Reading {
  const text = coercedText(schema, typed)
  const length = Array.from(text).length
  const least = number(schema, 'minLength') ?? 0
  const most = number(schema, 'maxLength') ?? Infinity
  const pattern = valueAt(schema, '/pattern')
  const own = valueAt(schema, '/message/pattern')
  if (hasControls(text)) return { refusal: `${label} has control characters, which no text has` }
  if (length < least) return { refusal: `${label} must have at least ${least} characters` }
  if (length > most) return { refusal: `${label} can have at most ${most} characters` }
  const isAsWritten = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)
  return isAsWritten
    ? { value: text }
    : { refusal: typeof own === 'string' ? own : `${label} is not written as expected` }
}

/**
 * Reads typed text, or text from an address, as a value of the filter's schema. The text is trimmed and not empty.
 * Rules across several filters are left to the check of the whole request.
 */
function readFilterValue(label: string, schema: FieldSchema, text: string): Reading {
  if (isSeveral(schema)) return several(label, schema, text)
  const choices = choicesIn(schema)
  if (choices !== undefined) return chosen(label, schema, text, choices)
  if (isDay(schema))
    return isCalendarDay(text) ? { value: text } : { refusal: `${label} must be a day of the calendar` }
  return isNumeric(schema) ? counted(label, schema, text) : written(label, schema, text)
}

export const isAccepted = (schema: FieldSchema, text: string): boolean => 'value' in readFilterValue('', schema, text)

/** The active filters of a form, by name. */
export type FormFilters = Readonly<Record<string, FilterValue>>

/** The texts of a form's fields while it is filled in, by the name of the filter; several values are joined by commas. */
export type FormTexts = Readonly<Record<string, string>>

/** The filters that were read, and a sentence for each one that is not valid. */
interface ReadFilters {
  readonly filters: FormFilters
  readonly refusals: Readonly<Record<string, string>>
}

/** No filters. One shared value avoids needless renders. */
export const noFilters: FormFilters = {}

/** The parameters of a list's address that are no filters of its form. */
const listParameters = ['page', 'filter', 'sort', 'view', 'first', 'private'] as const

/** The fields of a list's filter form. */
export const formFields = ({ list }: ListResource): readonly FilterField[] => list.filterForm?.fields ?? []

/** The schema of a field's filter. An undeclared filter accepts nothing. */
export const schemaOf = ({ list }: ListResource, { filter }: FilterField) => list.filters[filter] ?? false

const readTexts = (definition: ListResource, textOf: (field: FilterField) => string): ReadFilters => {
  const filters: Record<string, FilterValue> = {}
  const refusals: Record<string, string> = {}
  for (const field of formFields(definition)) {
    const text = textOf(field).trim()
    if (text === '') continue
    const reading = readFilterValue(field.label, schemaOf(definition, field), text)
    if ('value' in reading) filters[field.filter] = reading.value
    else refusals[field.filter] = reading.refusal
  }
  const inputs = formFields(definition).map((field) => [
    field.filter,
    { ...field, schema: schemaOf(definition, field) },
  ])
  return { filters, refusals: { ...Object.fromEntries(misordered(Object.fromEntries(inputs), filters)), ...refusals } }
}

/** The filters from a filled-in form, without empty fields. */
export const readForm = (definition: ListResource, texts: FormTexts): ReadFilters =>
  readTexts(definition, ({ filter }) => texts[filter] ?? '')

/** The parameters that a list reads from its address. */
export const parametersOf = (definition: ListResource): readonly string[] => [
  ...formFields(definition).map(({ filter }) => filter),
  ...listParameters,
]

const isGiven = (params: URLSearchParams, name: string): boolean => (params.get(name) ?? '') !== ''

/**
 * A parameter that is no filter of an address, though it has the name of a field of the records or of a filter that is
 * chosen in the menu. Its author means a narrower list.
 */
export function strayFilter(definition: ListResource, params: URLSearchParams): string | undefined {
  const { record, list } = definition
  const own = new Set(parametersOf(definition))
  const names = new Set([...Object.keys(record.properties), ...Object.keys(list.filters)])
  return [...params.keys()].find((name) => names.has(name) && !own.has(name) && isGiven(params, name))
}

/**
 * The filters from an address. A personal filter in an address is refused, by its own name and by that of a field that it
 * finds. The refusal does not repeat its value.
 */
export function readAddress(definition: ListResource, params: URLSearchParams): ReadFilters {
  const isPersonal = ({ filter }: FilterField) => isPersonalFilter(definition, filter)
  const { filters, refusals } = readTexts(definition, (field) =>
    isPersonal(field) ? '' : (params.get(field.filter) ?? ''),
  )
  const personal = formFields(definition).filter(
    (field) =>
      isPersonal(field) &&
      [field.filter, ...(definition.list.find[field.filter] ?? [])].some((name) => isGiven(params, name)),
  )
  return {
    filters,
    refusals: {
      ...refusals,
      ...Object.fromEntries(
        personal.map(({ filter, label }) => [
          filter,
          `${label} is personal and is not read from an address: use the form of ${definition.list.filterForm?.label ?? 'the list'}`,
        ]),
      ),
    },
  }
}

/** The personal filters, or the plain ones that may be in an address. */
export const filtersThatAre = (
  definition: ListResource,
  kind: 'personal' | 'plain',
  filters: FormFilters,
): FormFilters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name]) => isPersonalFilter(definition, name) === (kind === 'personal')),
  )

/** True when both hold the same filters, in any order. */
export const isSameFilters = (one: FormFilters, other: FormFilters): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => String(other[name]) === String(value))
