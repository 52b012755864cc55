import { leavesOf } from './binding.ts'
import { isDay, isMoment, objectOf, typeOf } from './input.ts'
import { parseInstant } from './parseInstant.ts'
import type { TableResource } from './resource.ts'
import type { Values } from './pointer.ts'

/** The filters that no call sends. A list that is held whole is filtered by them here. */
export const unsentFilters = ({ list, bindings, dialect }: Pick<TableResource, 'list' | 'bindings' | 'dialect'>) => {
  const sources = Object.values(bindings).flatMap(({ query, body }) => leavesOf({ ...query, ...body }))
  const sent = sources.flatMap(([, source]) => ('filter' in source ? [source.filter] : []))
  return dialect === null ? Object.keys(list.filters).filter((filter) => !sent.includes(filter)) : []
}

type Filtered = Pick<TableResource, 'list' | 'bindings' | 'dialect' | 'record'>

/** True for a filter by a day of which the field of its name is a moment. */
export const asksDayOfMoment = ({ list, record }: Pick<Filtered, 'list' | 'record'>, filter: string): boolean =>
  isDay(list.filters[filter] ?? {}) && isMoment(record.properties[filter] ?? {})

const lower = (value: unknown): string => (typeof value === 'string' ? value.toLocaleLowerCase('en') : '')

type Meets = (value: unknown, wanted: unknown) => boolean

const equals: Meets = (value, wanted) => value === wanted
const contains: Meets = (value, wanted) => lower(value).includes(lower(wanted))

/** True for a moment of a day, by the clocks of a time zone. */
function isOnDay(timeZone: string | undefined): Meets {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (value, wanted) => {
    const moment = parseInstant(value)
    if (moment === undefined) return false
    const parts = new Map(format.formatToParts(moment).map((part) => [part.type, part.value]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}` === wanted
  }
}

/** How a value is what a filter asks for: a moment of the day, a text that contains it, or equal to it. */
function meetsOf(definition: Filtered, filter: string): Meets {
  const { filters, timeZone } = definition.list
  if (asksDayOfMoment(definition, filter)) return isOnDay(timeZone)
  const schema = objectOf(filters[filter] ?? {})
  return typeOf(schema) === 'string' && schema.enum === undefined ? contains : equals
}

/** True when a value, or one of several, is what a filter asks for, or one of what it asks for. */
function isMet(value: unknown, wanted: unknown, meets: Meets): boolean {
  if (Array.isArray(wanted)) return wanted.some((each) => isMet(value, each, meets))
  if (Array.isArray(value)) return value.some((each) => isMet(each, wanted, meets))
  return meets(value, wanted)
}

/** The records that meet the filters that no call sends, each by the field of its name. */
export function filterRows<R extends Values>(rows: readonly R[], definition: Filtered, filters: Values): readonly R[] {
  const unsent = unsentFilters(definition)
  const asked = Object.entries(filters).flatMap(([name, wanted]) =>
    unsent.includes(name) ? [{ name, wanted, meets: meetsOf(definition, name) }] : [],
  )
  return rows.filter((row) => asked.every(({ name, wanted, meets }) => isMet(row[name], wanted, meets)))
}
