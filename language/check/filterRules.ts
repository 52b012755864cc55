import type { TableResource } from '../resource.ts'
import { isEqual, valueAt } from '../pointer.ts'
import { unsentFilters } from '../filterRows.ts'
import { isDay, isMoment, itemsOf, objectOf, typeOf } from '../input.ts'
import type { ListTab } from '../list.ts'
import { isMaskedField } from '../personal.ts'
import type { FieldSchema } from '../schema.ts'
import { entriesOf, joinNames, type Finding, type Rule, type Rules, foundUnless, strangers } from './problem.ts'
import { leavesOf } from '../binding.ts'
import { canBe, offered } from './conditionRules.ts'

/** URL parameters that already have a meaning. A filter is a parameter under its own name. */
const taken = ['page', 'sort', 'filter', 'tab', 'search', 'private', 'view', 'first']

/** Types that have a form control. */
const drawn = ['string', 'integer', 'number', 'boolean', 'array']

/**
 * What is wrong with a filter that no call sends. A list that is read whole is filtered by the values that it holds as they
 * are: by no mask, and by no moment but by its day.
 */
function unsentProblems({ list, record }: TableResource, filter: string): readonly string[] {
  const field = Object.hasOwn(record.properties, filter) ? record.properties[filter] : undefined
  const { format } = objectOf(list.filters[filter] ?? {})
  const isDayOf = field !== undefined && isDay(list.filters[filter] ?? {}) && (isDay(field) || isMoment(field))
  const isHeld = format === undefined || isDayOf
  const unsent = `is never sent: map { filter: '${filter}' } in the query that reads the list`
  if (list.paging !== 'client' || (field !== undefined && isMaskedField(field))) return [unsent]
  if (field === undefined) return [`${unsent}, or name it like the field by which the console is to filter`]
  return isHeld
    ? []
    : [
        `${unsent}; the console itself filters by a day only where the field is a day or a moment (format: 'date', 'date-time'), and by no moment`,
      ]
}

/** How several values are chosen: from an enum, whose texts are joined by a comma in the address. */
function severalProblems(schema: FieldSchema): readonly string[] {
  const { enum: listed } = itemsOf(objectOf(schema))
  if (typeOf(schema) !== 'array') return []
  if (!Array.isArray(listed)) return [`has no control: several values are chosen from an enum, so give its items one`]
  const joined = listed.map(String).find((text) => text.includes(','))
  return joined === undefined
    ? []
    : [`has the choice '${joined}', whose comma can't be told apart in an address: let it have one value`]
}

const isSetByMenu = ({ list }: TableResource, filter: string): boolean =>
  (list.filterMenu?.sections ?? []).some(({ options }) =>
    'fromExtra' in options ? options.sets === filter : options.some(({ sets }) => Object.hasOwn(sets, filter)),
  )

function problemsWith(definition: TableResource, filter: string): readonly string[] {
  const { filters } = definition.list
  const schema = filters[filter]
  if (schema === undefined) return [`is no filter; declared are: ${joinNames(Object.keys(filters))}`]
  return [
    ...severalProblems(schema),
    ...(drawn.includes(String(valueAt(schema, '/type')))
      ? []
      : [`has no control: its type is none of ${joinNames(drawn)}`]),
    ...(taken.includes(filter) ? [`cannot be part of an address: '${filter}' means something else there`] : []),
    ...(unsentFilters(definition).includes(filter) ? unsentProblems(definition, filter) : []),
    ...(isSetByMenu(definition, filter) ? [`is set by the filter menu too: one of the two would be ignored`] : []),
  ]
}

const formFieldsAreFilters: Rule<TableResource> = (definition) => {
  const names = (definition.list.filterForm?.fields ?? []).map(({ filter }) => filter)
  return names.flatMap((filter, index): readonly Finding[] => {
    const where = `${definition.name}.list.filter.${filter}`
    const problems = problemsWith(definition, filter)
    return [...problems, ...(names.indexOf(filter) === index ? [] : ['is listed twice'])].map((message) => ({
      where,
      message,
    }))
  })
}

/** `several` is for filters of several values. */
const severalFit: Rule<TableResource> = ({ name, bindings, list }) =>
  entriesOf(bindings).flatMap(([binding, { query, body }]) =>
    leavesOf({ ...query, ...body }).flatMap(([wire, source]) => {
      const schema = 'filter' in source ? list.filters[source.filter] : undefined
      if (!('filter' in source) || source.several === undefined || schema === undefined) return []
      const where = `${name}.bindings.${binding}.${wire}`
      const message = `writes several values, and filter '${source.filter}' has one: remove 'several', or make it a list`
      return typeOf(schema) === 'array' ? [] : [{ where, message }]
    }),
  )

const sourcesExist: Rule<TableResource> = ({ name, bindings, list }) =>
  entriesOf(bindings).flatMap(([binding, { query, body }]) =>
    leavesOf({ ...query, ...body }).flatMap(([wire, source]) =>
      strangers(
        `${name}.bindings.${binding}.${wire}`,
        'filter' in source ? [source.filter] : [],
        Object.keys(list.filters),
        (filter) => `takes filter '${filter}', declared in list.filter are: `,
      ),
    ),
  )

const filterMenuExists: Rule<TableResource> = ({ name, list }) =>
  (list.filterMenu?.sections ?? []).flatMap((section) => {
    const where = `${name}.list.filterMenu.${section.name}`
    const declared = Object.keys(list.filters)
    if ('fromExtra' in section.options) {
      return foundUnless(
        declared.includes(section.options.sets),
        where,
        `sets filter '${section.options.sets}', declared in list.filter are: ${joinNames(declared, section.options.sets)}`,
      )
    }
    return section.options.flatMap((option) =>
      strangers(
        `${where}.${option.value}`,
        Object.keys(option.sets),
        declared,
        (filter) => `sets filter '${filter}', declared in list.filter are: `,
      ),
    )
  })

/** A tab leads to a place in the list, so a person must be able to choose its filters as well. */
const tabsAreFilters: Rule<TableResource> = ({ name, list: { tabs, filterForm } }) => {
  const fields = (filterForm?.fields ?? []).map(({ filter }) => filter)
  return tabs.flatMap(({ label, form }) =>
    strangers(
      `${name}.list.tabs.${label}`,
      Object.keys(form),
      fields,
      (filter) =>
        `sets '${filter}' as no choice of the filter menu does, and it is no field of the filter form, as filters of list.filter with a title are; there are: `,
    ),
  )
}

/** The filters that a choice of the menu or a tab sets, by its place. */
const setsOf = ({ list }: TableResource): readonly (readonly [where: string, sets: ListTab['form']])[] => [
  ...(list.filterMenu?.sections ?? []).flatMap(({ name, options }) =>
    'fromExtra' in options
      ? []
      : options.map(({ value, sets }) => [`list.filterMenu.${name}.options.${value}`, sets] as const),
  ),
  ...list.tabs.map(({ label, form }) => [`list.tabs.${label}`, form] as const),
]

/** A value that its filter never has would be refused with every call. */
const valuesFit: Rule<TableResource> = (definition) =>
  setsOf(definition).flatMap(([where, sets]) =>
    entriesOf(sets).flatMap(([filter, value]) => {
      const schema = objectOf(definition.list.filters[filter] ?? {})
      const own = typeOf(schema) === 'array' ? itemsOf(schema) : schema
      return [value]
        .flat()
        .filter((each) => !canBe(own, each))
        .map((each) => ({
          where: `${definition.name}.${where}`,
          message: `sets '${filter}' to ${JSON.stringify(each)}, which it never is: it is ${offered(own, each)}`,
        }))
    }),
  )

const tabsDiffer: Rule<TableResource> = ({ name, list: { tabs } }) =>
  tabs.flatMap((tab, index) => {
    const first = tabs.slice(0, index).find(({ filter, form }) => tab.filter === filter && isEqual(tab.form, form))
    return first === undefined
      ? []
      : [
          {
            where: `${name}.list.tabs.${tab.label}`,
            message: `has the filters of '${first.label}', so it shows the same records: give it others, or remove it`,
          },
        ]
  })

/** Rules about filters: their controls, and what calls, the menu and tabs say of them. */
export const filterRules: Rules<TableResource> = [
  ['unknown-filter', sourcesExist],
  ['unknown-filter', filterMenuExists],
  ['unknown-filter', tabsAreFilters],
  ['impossible-filter', valuesFit],
  ['duplicate-tab', tabsDiffer],
  ['invalid-filter', formFieldsAreFilters],
  ['invalid-filter', severalFit],
]
