import { readFilterValue } from '../../language/filterValue.ts'
import { misordered } from '../../language/orderedInputs.ts'
import type { FieldSchema, FilterValue } from '../../language/schema.ts'
import type { ListResource } from '../../language/resource.ts'
import type { FilterField } from '../../language/list.ts'
import { isPersonalFilter } from '../../language/personal.ts'
import { coercedText } from '../format/consoleCoercions.ts'

const readTyped = (label: string, schema: FieldSchema, text: string) =>
  readFilterValue(label, schema, coercedText(schema, text))

export const isAccepted = (schema: FieldSchema, text: string): boolean => 'value' in readTyped('', schema, text)

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
    const reading = readTyped(field.label, schemaOf(definition, field), text)
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
