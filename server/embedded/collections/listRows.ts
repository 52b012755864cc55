import type { FastifyReply } from 'fastify'
import type { AnswerPlace, Leaf, ListParameter } from '../../../language/binding.ts'
import { isPageParameter } from '../../../language/paging.ts'
import { placed, isValues, type Values } from '../../../language/pointer.ts'
import { isPresent } from '../../../language/predicate.ts'
import { listOf, type Resource } from '../../../language/resource.ts'
import { type Order, sortText } from '../../../language/sort.ts'
import { written } from './collection.ts'
import { type Call, sourcesOf, textOf } from './readCall.ts'
import { objectOf } from '../../../language/input.ts'
import { firstOf } from '../../../language/orderedInputs.ts'
import type { FieldSchema } from '../../../language/schema.ts'

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
function rangesOf({ list, record: { properties } }: Resource): readonly Range[] {
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
function isInRange(record: Values, { field, first, last }: Range, filters: Values): boolean {
  const [least, most] = [textOf(filters[first]), textOf(filters[last])]
  const value = textOf(record[field] ?? '')
  const reaches = (end: string): string => value.slice(0, end.length)
  if (least === '' && most === '') return true
  return value !== '' && reaches(least) >= least && (most === '' || reaches(most) <= most)
}

const contains = (value: unknown, search: string): boolean => textOf(value).toLocaleLowerCase('en').includes(search)

/** True when a field has the value of a filter: the same in any case, a day of a time, or one of several values. */
function isMet(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((each) => isMet(value, each))
  if (Array.isArray(value)) return value.some((each) => isMet(each, wanted))
  const [own, asked] = [textOf(value).toLowerCase(), textOf(wanted).toLowerCase()]
  return own === asked || (/^\d{4}-\d\d-\d\d$/.test(asked) && own.startsWith(asked))
}

const compared = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : textOf(one).localeCompare(textOf(other), 'en', { numeric: true })

type Given = readonly (readonly [Leaf, unknown])[]

/** The orders whose texts are what the call says, in one parameter or in two, by one field or by several. */
function ordersIn(given: Given, { list, record }: Resource): readonly Order[] {
  const said = given.flatMap(([source, value]) => ('sort' in source ? [[source, [value].flat()] as const] : []))
  const possible = (list?.sortable ?? []).flatMap((field): readonly Order[] => [
    { field, order: 'ASC' },
    { field, order: 'DESC' },
  ])
  return (said[0]?.[1] ?? []).flatMap((_, index) => {
    const isSaid = (order: Order) =>
      said.every(([written, texts]) => sortText(written, order, record) === textOf(texts[index]))
    return possible.find(isSaid) ?? []
  })
}

const valuesIn = (value: unknown): Values | undefined => (isValues(value) ? value : undefined)

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What a list's call asks for, from its own parameters or from those of the dialect. */
function askedBy(call: Call) {
  const { definition } = call.operation
  const given = sourcesOf(call).filter(([, value]) => value !== undefined)
  const parameters = new Map<ListParameter, unknown>()
  const filters: Record<string, unknown> = {}
  const json: Record<string, unknown> = {}
  for (const [source, value] of given) {
    if ('filter' in source) filters[source.filter] = value
    else if ('param' in source) parameters.set(source.param, value)
    else if ('json' in source) json[source.json] = value
  }
  const { q = parameters.get('search') ?? '', ...more } = { ...valuesIn(json['filter']) }
  const [field, order] = listIn(json['sort']).map(String)
  const orders: readonly Order[] =
    field === undefined ? ordersIn(given, definition) : [{ field, order: order === 'DESC' ? 'DESC' : 'ASC' }]
  const [first, last] = listIn(json['range']).map(Number)
  const perPage =
    first !== undefined && last !== undefined
      ? last - first + 1
      : Number(parameters.get('perPage') ?? listOf(definition).perPage)
  const pageIndex = Number(parameters.get('pageIndex') ?? Number(parameters.get('page') ?? 1) - 1)
  const startIndex = parameters.get('startIndex')
  const before = startIndex === undefined ? pageIndex * perPage : Number(startIndex) - 1
  const skip = first ?? Number(parameters.get('offset') ?? parameters.get('cursor') ?? before)
  const ids = parameters.get('ids')
  const byId = ids === undefined ? valuesIn(json['ids']) : { id: ids }
  const isWhole = byId !== undefined || listOf(definition).paging === 'client'
  return {
    filters: { ...filters, ...byId, ...more },
    search: textOf(q).trim().toLocaleLowerCase('en'),
    orders,
    isCut: !isWhole,
    skip,
    perPage,
  }
}

/** All records that meet the filters and the search, in the order asked for. */
function found(definition: Resource, records: readonly Values[], asked: ReturnType<typeof askedBy>) {
  const { properties } = definition.record
  const { filters, search, orders } = asked
  const ranges = rangesOf(definition)
  const set = Object.entries(filters).filter(([name, value]) => value !== '' && Object.hasOwn(properties, name))
  const matching = records.filter(
    (record) =>
      set.every(([name, value]) => isMet(record[name], value)) &&
      ranges.every((range) => isInRange(record, range, filters)) &&
      (search === '' || Object.values(record).some((value) => contains(value, search))),
  )
  return matching.toSorted((one, other) =>
    orders.reduce(
      (result, { field, order }) =>
        result === 0 ? (order === 'DESC' ? -1 : 1) * compared(one[field], other[field]) : result,
      0,
    ),
  )
}

/** The next page as a service writes it: a cursor, or the address that leads there; in a `Link` header by RFC 8288. */
function nextPage({ operation: { query, response } }: Call, skip: number, perPage: number): string {
  const found = Object.entries(query).flatMap(([wire, source]) =>
    isPageParameter(source) ? [{ wire, parameter: source.param }] : [],
  )[0]
  const isLink = typeof response.next === 'object' && response.next.header.toLowerCase() === 'link'
  const { wire, parameter = 'cursor' } = found ?? {}
  const pageIndex = skip / perPage
  const number = { page: pageIndex + 1, pageIndex, offset: skip, startIndex: skip + 1, cursor: skip }
  const page = String(parameter in number ? number[parameter as keyof typeof number] : skip)
  if (wire === undefined || (parameter === 'cursor' && !isLink)) return page
  return isLink ? `<?${wire}=${page}>; rel="next"` : `?${wire}=${page}`
}

/** The answer of a list's call, with every part at the place that its binding declares. */
export function listAnswer(call: Call, records: readonly Values[], reply: FastifyReply): unknown {
  const { definition, response } = call.operation
  const { name } = definition
  const asked = askedBy(call)
  const { isCut, skip, perPage } = asked
  const all = found(definition, records, asked)
  const rows = isCut ? all.slice(skip, skip + perPage) : all
  const { items = '', pageCount, total, next, extras = {} } = response
  let answer = placed(
    undefined,
    items,
    rows.map((row) => written(row, definition)),
  )
  const say = (place: AnswerPlace | undefined, value: unknown): void => {
    if (typeof place === 'string') answer = placed(answer, place, value)
    else if (place !== undefined && value !== null) void reply.header(place.header, textOf(value))
  }
  say(pageCount, Math.ceil(all.length / perPage))
  say(total, definition.dialect === null ? all.length : `${name} ${skip}-${skip + rows.length - 1}/${all.length}`)
  say(next, skip + perPage < all.length ? nextPage(call, skip + perPage, perPage) : null)
  for (const [field, { path, pick }] of Object.entries(extras)) {
    const values = [...new Set(records.map((each) => each[field]).filter(isPresent))]
    say(path[0], pick === undefined ? values : values.map((value) => ({ [pick]: value })))
  }
  return answer
}
