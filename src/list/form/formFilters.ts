import type { ListResource } from '../../../language/resource.ts'
import type { FilterField } from '../../../language/list.ts'
import { isPersonalFilter } from '../../../language/personal.ts'
import type { Scalar } from '../../../language/schema.ts'
import { formatValue } from '../../format/formatValue.ts'
import { isDay, readFilterValue } from './filterValue.ts'

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
      field.words?.[String(value)] ?? (isDay(schemaOf(definition, field)) ? formatValue('date', value) : String(value))
    return [{ name: field.filter, label: field.label, text }]
  })

/** Whether the same filters hold, in whatever order they came. */
export const isSameFilters = (one: FormFilters, other: FormFilters): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)
