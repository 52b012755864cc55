import { choiceOf, declared, type FilterChoice, served } from '../../language/filterChoice.ts'
import type { ListResource } from '../../language/resource.ts'
import type { ListTab } from '../../language/list.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Sort } from '../../language/sort.ts'

export interface FilterGroup {
  readonly name: string
  readonly title: string
  readonly choices: readonly FilterChoice[]
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
