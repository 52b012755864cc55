import type { FastifyReply } from 'fastify'
import { holds } from '../../../language/predicate.ts'
import { listOf } from '../../../language/resource.ts'
import { placed } from './collection.ts'
import { type Call, sourcesOf, textOf } from './readCall.ts'

type Values = Readonly<Record<string, unknown>>

const contains = (value: unknown, search: unknown): boolean =>
  textOf(value).toLocaleLowerCase('en').includes(textOf(search).trim().toLocaleLowerCase('en'))

/** True when a field has the value of a filter: the same in any case, a day of a time, or one of several values. */
function isMet(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((each) => isMet(value, each))
  const [own, asked] = [textOf(value).toLowerCase(), textOf(wanted).toLowerCase()]
  return own === asked || (/^\d{4}-\d\d-\d\d$/.test(asked) && own.startsWith(asked))
}

const compared = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : textOf(one).localeCompare(textOf(other), 'en', { numeric: true })

/** What a list's call asks for, from its own parameters or from those of the dialect. */
function askedBy(call: Call) {
  const filters: Record<string, unknown> = {}
  let page: number | undefined
  let search: unknown = ''
  let sort: readonly unknown[] | undefined
  let range: readonly unknown[] | undefined
  for (const [source, value] of sourcesOf(call)) {
    if (value === undefined) continue
    if ('filter' in source) filters[source.filter] = value
    else if ('param' in source && source.param === 'page') page = Number(value)
    else if ('param' in source) search = value
    else if ('json' in source && source.json === 'sort') sort = value as readonly unknown[]
    else if ('json' in source && source.json === 'range') range = value as readonly unknown[]
    else if ('json' in source) {
      const { q = '', ...rest } = value as Values
      search = q
      Object.assign(filters, rest)
    }
  }
  return { filters, page, search, sort, range }
}

/** The records that a list's call asks for, in its order; all pages of them. */
function found(call: Call, records: readonly Values[]): readonly Values[] {
  const { definition } = call.operation
  const { filters, search, sort } = askedBy(call)
  const set = Object.entries(filters).filter(
    ([name, value]) => value !== '' && Object.hasOwn(definition.record.properties, name),
  )
  const matching = records.filter(
    (record) =>
      set.every(([name, value]) => isMet(record[name], value)) &&
      (search === '' || Object.values(record).some((value) => contains(value, search))),
  )
  if (sort === undefined) return matching
  const [field = '', order] = sort.map(String)
  const sign = order === 'DESC' ? -1 : 1
  return matching.toSorted((one, other) => sign * compared(one[field], other[field]))
}

/** The answer of a list's call, with every part at the place that its binding declares. */
export function listAnswer(call: Call, records: readonly Values[], reply: FastifyReply): unknown {
  const { definition, response } = call.operation
  const { page, range } = askedBy(call)
  const { perPage } = listOf(definition)
  const all = found(call, records)
  const [first = 0, last = all.length - 1] =
    range?.map(Number) ?? (page === undefined ? [] : [(page - 1) * perPage, page * perPage - 1])
  const rows = all.slice(first, last + 1)
  if (range !== undefined) void reply.header('content-range', `${definition.name} ${first}-${last}/${all.length}`)
  const { items = '', pageCount, extras = {} } = response
  const withItems = placed(undefined, items, rows)
  const withPages = pageCount === undefined ? withItems : placed(withItems, pageCount, Math.ceil(all.length / perPage))
  return Object.entries(extras).reduce(
    (
      answer,
      [
        name,
        {
          path: [at],
          pick,
        },
      ],
    ) => {
      const values = [
        ...new Set(
          records.map((record) => record[name]).filter((value) => holds({ value: { present: true } }, { value })),
        ),
      ]
      return at === undefined
        ? answer
        : placed(answer, at, pick === undefined ? values : values.map((value) => ({ [pick]: value })))
    },
    withPages,
  )
}
