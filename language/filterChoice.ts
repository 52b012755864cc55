import { hasControls } from './filterValue.ts'
import type { FilterOption, FilterSection } from './list.ts'
import { valueAt } from './pointer.ts'
import type { ListResource } from './resource.ts'
import type { FilterValue } from './schema.ts'
import { filterValues } from './several.ts'

export interface FilterChoice {
  /** `section:value`, as in the URL (D-35). */
  readonly key: string
  readonly section: string
  readonly value: string
  readonly sets: Readonly<Record<string, FilterValue>>
  readonly clearsSearch: boolean
}

/** A choice that the definition lists. */
export const declared = (section: FilterSection, option: FilterOption): FilterChoice => ({
  key: `${section.name}:${option.value}`,
  section: section.title,
  value: option.value,
  sets: option.sets,
  clearsSearch: option.clearsSearch === true,
})

/** A choice that the service has sent. */
export const served = ({ list }: ListResource, section: FilterSection, sets: string, value: string): FilterChoice => ({
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
