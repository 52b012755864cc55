import { objectOf } from '../../../language/input.ts'
import { firstOf } from '../../../language/orderedInputs.ts'
import type { Resource } from '../../../language/resource.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { textOf } from './readCall.ts'

type Values = Readonly<Record<string, unknown>>

/** Two filters that no field has the names of, and the field that they are about. */
interface Range {
  readonly field: string
  readonly first: string
  readonly last: string
}

function isMoment(schema: FieldSchema): boolean {
  const { format, display, coerce } = objectOf(schema)
  return [format, display, coerce].some((each) => /^(date|dateTime|date-time|epoch\w+)$/.test(each ?? ''))
}

/** The words of a field or a filter that say what it is about: 'delivered' of 'delivered_since'. */
const wordsOf = (name: string, schema: FieldSchema | undefined): readonly string[] =>
  `${name} ${objectOf(schema ?? {}).title ?? ''}`
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2 && !['since', 'before', 'after', 'from', 'until', 'till'].includes(word))

/** The number of words that two have in common, with any ending: 'deliver' and 'delivered'. */
const common = (some: readonly string[], others: readonly string[]): number =>
  some.filter((one) => others.some((other) => one.startsWith(other) || other.startsWith(one))).length

/** The ranges by which a list may be filtered. Each is about the field that it is named after, or about the first day. */
export function rangesOf({ list, record: { properties } }: Resource): readonly Range[] {
  const fields = Object.keys(properties).filter((field) => isMoment(properties[field] ?? false))
  const filters = list?.filters ?? {}
  return Object.entries(filters).flatMap(([last, schema]) => {
    const first = firstOf({ schema })
    if (first === undefined || [first, last].some((name) => Object.hasOwn(properties, name))) return []
    const asked = [...wordsOf(first, filters[first]), ...wordsOf(last, schema)]
    const shared = (field: string): number => common(asked, wordsOf(field, properties[field]))
    const [field] = fields.toSorted((one, other) => shared(other) - shared(one))
    return field === undefined ? [] : [{ field, first, last }]
  })
}

/** True when a record is within the ends of a range that are asked for. A day contains all of its moments. */
export function isInRange(record: Values, { field, first, last }: Range, filters: Values): boolean {
  const [least, most] = [textOf(filters[first]), textOf(filters[last])]
  const value = textOf(record[field] ?? '')
  const reaches = (end: string): string => value.slice(0, end.length)
  if (least === '' && most === '') return true
  return value !== '' && reaches(least) >= least && (most === '' || reaches(most) <= most)
}
