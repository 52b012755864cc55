import type { ListResource } from '../../language/resource.ts'
import type { FilterOption, FilterSection, ListTab } from '../../language/list.ts'
import { filterValues } from '../../language/several.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Sort } from '../../language/sort.ts'
import type { FilterValue } from '../../language/schema.ts'
import { hasControls } from './typedSearch.ts'

export interface FilterChoice {
  /** `section:value`, as in the URL (D-35). */
  readonly key: string
  readonly section: string
  readonly value: string
  readonly sets: Readonly<Record<string, FilterValue>>
  readonly clearsSearch: boolean
}

export interface FilterGroup {
  readonly name: string
  readonly title: string
  readonly choices: readonly FilterChoice[]
}

const declared = (section: FilterSection, option: FilterOption): FilterChoice => ({
  key: `${section.name}:${option.value}`,
  section: section.title,
  value: option.value,
  sets: option.sets,
  clearsSearch: option.clearsSearch === true,
})

const served = ({ list }: ListResource, section: FilterSection, sets: string, value: string): FilterChoice => ({
  key: `${section.name}:${value}`,
  section: section.title,
  value,
  sets: filterValues({ [sets]: value }, list.filters),
  clearsSearch: false,
})

/** True when the filter's own schema accepts this text. */
function fits(definition: ListResource, filter: string, value: string): boolean {
  const schema = definition.list.filters[filter]
  const longest = valueAt(schema, '/maxLength')
  return value !== '' && !hasControls(value) && (typeof longest !== 'number' || value.length <= longest)
}

function choiceIn(definition: ListResource, section: FilterSection, value: string): FilterChoice | undefined {
  const { options } = section
  if ('fromExtra' in options) {
    return fits(definition, options.sets, value) ? served(definition, section, options.sets, value) : undefined
  }
  const found = options.find((option) => option.value === value || option.aliases?.includes(value))
  return found === undefined ? undefined : declared(section, found)
}

/**
 * The choice for a `section:value` key, or for an alias in an older link (D-34). A section with values from the server
 * accepts any value that fits its schema. `undefined` when there is no such filter.
 */
export function choiceOf(definition: ListResource, key: string): FilterChoice | undefined {
  const colon = key.indexOf(':')
  const section = definition.list.filterMenu?.sections.find(({ name }) => name === key.slice(0, colon))
  return section === undefined ? undefined : choiceIn(definition, section, key.slice(colon + 1))
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : []

/** The menu's sections with their choices. Choices from the server keep its order (D-40). */
export const filterGroups = (definition: ListResource, extras: unknown): readonly FilterGroup[] =>
  (definition.list.filterMenu?.sections ?? []).map((section) => {
    const { options } = section
    const choices =
      'fromExtra' in options
        ? strings(valueAt(extras, `/${options.fromExtra}`)).map((value) =>
            served(definition, section, options.sets, value),
          )
        : options.map((option) => declared(section, option))
    return { name: section.name, title: section.title, choices }
  })

/** The place that a tab of a list leads to: its filters, and no search. */
export const tabPlace = (definition: ListResource, { filter, form }: ListTab, sort: Sort) => ({
  page: 1,
  filter: filter === undefined ? undefined : choiceOf(definition, filter),
  form,
  sort,
  hiddenFilters: [],
})
