import type { Binding, Source } from '../../language/authored/call.ts'
import { isSecretName, probablyPersonal, wordsOf } from '../../language/personalNames.ts'
import type { FieldSchema, Pointer } from '../../language/schema.ts'
import { findPaging, type Hint, hintOf, type Records } from './findRecords.ts'
import { type Findings, titleOf } from './inferField.ts'
import type { Seen } from './observe.ts'
import type { Parameter } from './openApi.ts'

const searchLike = /^(q|query|search|search term|keyword|keywords|term|text|filter)$/
const sortLike = /(^| )(sort|order|sort by|order by|direction|dir|sort order)$/

/** Several values of a closed list; undefined where they are open, which has no control. */
function severalOf(name: string, items: Seen | undefined): FieldSchema | undefined {
  const choices = probablyPersonal(name) === undefined ? items?.choices : undefined
  return choices && { type: 'array', items: { type: 'string', enum: choices }, title: titleOf(name) }
}

const noFilterOf = ({ seen: { types }, several }: Parameter): string => {
  if (!types.has('array')) return 'no filter of one value'
  return several === undefined
    ? 'a list that is neither repeated nor joined by commas'
    : 'a list without an enum, and several values are chosen from one'
}

function filterOf({ name, several, seen }: Parameter): FieldSchema | undefined {
  const { types, choices, format, items, epoch } = seen
  if (types.has('array')) return several === undefined ? undefined : severalOf(name, items)
  const type = (['string', 'integer', 'number', 'boolean'] as const).find((each) => types.has(each))
  if (type === undefined) return undefined
  if (epoch !== undefined) return { type: 'string', format: 'date', coerce: epoch, title: titleOf(name) }
  const pii = probablyPersonal(name)
  const isOpen = choices === undefined || pii !== undefined
  const typed = format === 'date' || format === 'date-time' ? { format } : { minLength: 1, maxLength: 200 }
  const text = type !== 'string' ? {} : isOpen ? typed : { enum: choices }
  return { type, ...text, title: titleOf(name), ...(pii === undefined ? {} : { pii }) }
}

/** What a list's call sends, and how its pages are found. */
export interface Reading {
  readonly query: Record<string, Source>
  readonly filters: Record<string, FieldSchema>
  readonly hasSearch: boolean
  readonly perPage: number
  readonly isPaged: boolean
  readonly response: Pick<Binding, 'pageCount' | 'total' | 'next'>
}

/** What the parameters are sources of, the pages aside: the search and filters. */
function sendingOf(parameters: readonly Parameter[], { inferred, personal, decide }: Findings) {
  const [query, filters]: [Record<string, Source>, Record<string, FieldSchema>] = [{}, {}]
  for (const parameter of parameters.filter(({ name }) => hintOf(name) === undefined)) {
    const { name, isRequired } = parameter
    const filter = filterOf(parameter)
    const isSent = Object.values(query).some(
      (source) => typeof source === 'object' && source !== null && 'param' in source,
    )
    if (isSecretName(name)) decide.push(`the parameter '${name}' is left out: by its name it is a secret`)
    else if (searchLike.test(wordsOf(name)) && !isSent) {
      query[name] = { param: 'search' }
      inferred.push(`the search box is sent as the parameter '${name}'`)
    } else if (sortLike.test(wordsOf(name)))
      decide.push(
        `the parameter '${name}' is left out: if it is the order, write it as { sort: '-field' }, as the service does`,
      )
    else if (filter === undefined)
      decide.push(
        `the parameter '${name}' is left out: it is ${noFilterOf(parameter)}${isRequired ? ', and it is required' : ''}`,
      )
    else {
      query[name] = { filter: name, ...(parameter.several === undefined ? {} : { several: parameter.several }) }
      filters[name] = filter
      if (typeof filter === 'object' && filter.pii !== undefined)
        personal.push(`the filter ${name} is '${filter.pii}', by its name`)
      inferred.push(`'${name}' is a filter${isRequired ? ', which the call requires' : ''}`)
    }
  }
  const hasSearch = Object.keys(query).length > Object.keys(filters).length
  return { query, filters, hasSearch }
}

const DEFAULT_PAGE = 25

const numberAt = (seen: Seen | undefined): number => Number(seen?.values[0] ?? Number.NaN)

/** The number of records on a page as the answer says it. How many came says nothing: a sample may have any number. */
const saidSize = (size: number): number | undefined =>
  Number.isInteger(size) && size > 0 && size <= 1000 ? size : undefined

/** The number that the first page has; undefined where nothing says it. */
function firstPage(parameter: Parameter | undefined, inAnswer: Seen | undefined): 0 | 1 | undefined {
  if (parameter !== undefined && wordsOf(parameter.name) === 'page index') return 0
  const { initial, limits } = parameter?.seen ?? {}
  const [sent, answered] = [numberAt(parameter?.seen), numberAt(inAnswer)]
  if (initial === 0 || sent === 0 || answered === 0 || (initial === undefined && limits?.minimum === 0)) return 0
  return initial === 1 || limits?.minimum === 1 || answered === 1 ? 1 : undefined
}

/** Says how the number of records on a page is known and sent. */
function decideSize(sent: string | undefined, size: number | undefined, { inferred, decide }: Findings): void {
  if (sent !== undefined) inferred.push(`perPage (the number of records on a page) is sent as the parameter '${sent}'`)
  else if (size === undefined)
    decide.push(
      `perPage ${DEFAULT_PAGE} is a guess: send { param: 'perPage' } as the service calls it, or write how many records it sends on a page`,
    )
  else
    decide.push(
      `perPage ${size} is what the answer says of its page: send { param: 'perPage' } as the service calls it, or write how many records it sends on a page by itself`,
    )
}

/** The names of the parameters in an address that an answer has, such as that of its next page. */
function namesIn(seen: Seen | undefined): readonly string[] {
  const [address] = seen?.values ?? []
  const isAddress = typeof address === 'string' && /^(https?:\/)?\//.test(address)
  return isAddress && URL.canParse(address, 'http://x') ? [...new URL(address, 'http://x').searchParams.keys()] : []
}

type Page = 'page' | 'pageIndex' | 'offset' | 'startIndex' | 'cursor'

const said: Readonly<Record<Page, string>> = {
  page: 'page (from 1)',
  pageIndex: 'pageIndex (the page, from 0)',
  offset: 'offset (the number of records before the page)',
  startIndex: 'startIndex (of the first record of the page, from 1)',
  cursor: 'cursor (of the page)',
}

/** A header with the number of all records. */
export interface CountHeader {
  readonly place: { readonly header: string }
  readonly count: number
}

/** The header of an answer that says how many records there are, such as `X-Total-Count`. */
export function countHeaderIn(headers: Headers): CountHeader | undefined {
  const found = [...headers].find(([name, value]) => hintOf(name.replace(/^x-/, '')) === 'total' && /^\d+$/.test(value))
  if (found === undefined) return undefined
  const [name, value] = found
  return { place: { header: name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()) }, count: Number(value) }
}

/** How the last page is known. */
function endOf(
  counts: { readonly [Key in 'pageCount' | 'total']: Binding[Key] | undefined },
  next: Pointer | undefined,
  perPage: number,
  { inferred }: Findings,
): Reading['response'] {
  const counted = Object.entries(counts).flatMap(([key, at]) => (at === undefined ? [] : [[key, at] as const]))
  const known = next === undefined ? counted : [['next', next] as const, ...counted.slice(-1)]
  const ends = known.map(
    ([key, at]) => `${key} ${typeof at === 'string' ? `at '${at}'` : `in the header '${at.header}'`}`,
  )
  inferred.push(
    ends.length === 0
      ? `there is a next page while ${perPage} records come`
      : `the last page is known by ${ends.join(' and ')}`,
  )
  return Object.fromEntries(known)
}

interface Listed {
  readonly answer: Seen
  readonly parameters: readonly Parameter[]
  readonly counted?: CountHeader | undefined
}

/** How the pages of a list are read: by which parameter, and how the end is known. */
export function inferReading({ answer, parameters, counted }: Listed, found: Records, findings: Findings): Reading {
  const { inferred, decide } = findings
  const paging = findPaging(answer)
  const place = (hint: Hint): Pointer | undefined => paging.get(hint)?.[0]
  const seen = (hint: Hint): Seen | undefined => paging.get(hint)?.[1]
  const names = [...parameters.map(({ name }) => name), ...namesIn(seen('cursor'))]
  const named = (hint: Hint): string | undefined => names.find((name) => hintOf(name) === hint)
  const { count } = found.rows
  const answeredSize = saidSize(numberAt(seen('size')))
  const perPage = answeredSize ?? DEFAULT_PAGE
  const sending = sendingOf(parameters, findings)
  const kinds = ['page', 'offset', 'cursor'] as const
  const all = place('total') === undefined ? counted?.count : numberAt(seen('total'))
  const isMore = place('pages') !== undefined || (count > 0 && (all ?? 0) > count)
  const size = named('size')
  // What has a limit has an offset.
  const guessed = size !== undefined && /limit$/i.test(size) ? 'offset' : 'page'
  // A cursor can be sent only when the answer says which is the next.
  const isKnown = (each: (typeof kinds)[number]) => each !== 'cursor' || place('cursor') !== undefined
  const kind = [...kinds.filter(named), ...kinds.filter(place), ...(isMore ? ([guessed] as const) : [])].find(isKnown)
  if (named('cursor') !== undefined && !isKnown('cursor'))
    decide.push(
      `'${named('cursor') ?? ''}' is left out: say at bindings.list.next where the answer has the next cursor`,
    )
  if (kind === undefined && size !== undefined)
    decide.push(
      `'${size}' is left out: nothing says how the next page is asked for, so the list is taken to be whole; else send { param: 'perPage' } as '${size}', and { param: 'page' }, 'pageIndex', 'offset' or 'startIndex' as the service counts`,
    )
  if (kind === undefined && size === undefined && all === undefined && parameters.length === 0)
    decide.push(
      `the list is read whole, as nothing says that it has pages: if the service sends only the first records, send { param: 'page' } or another parameter of a page as it calls it`,
    )
  if (kind === undefined) return { ...sending, perPage, isPaged: false, response: {} }

  const own = (place(kind) ?? `/${kind}`).replace(/^.*\//, '').replace(/^next_?(?=.)/i, '')
  const name = named(kind) ?? `${own.slice(0, 1).toLowerCase()}${own.slice(1)}`
  const first = firstPage(
    parameters.find((each) => each.name === name),
    kind === 'cursor' ? undefined : seen(kind),
  )
  const isFromOne = kind === 'offset' && (first === 1 || (first === undefined && /^start_?index$/i.test(name)))
  const param: Page = kind === 'page' && first === 0 ? 'pageIndex' : isFromOne ? 'startIndex' : kind
  sending.query[name] = { param }
  if (size !== undefined) sending.query[size] = { param: 'perPage' }
  decideSize(size, answeredSize, findings)
  if (param === 'page' && first === undefined)
    decide.push(`the first page is taken to be 1: if it is 0, '${name}' is { param: 'pageIndex' }`)
  if (named(kind) === undefined)
    decide.push(`${said[param]} is sent as the parameter '${name}', which is a guess: see how the service calls it`)
  else inferred.push(`${said[param]} is sent as the parameter '${name}'`)
  const counts = { pageCount: place('pages'), total: place('total') ?? counted?.place }
  const next = kind === 'cursor' ? place('cursor') : undefined
  return { ...sending, perPage, isPaged: true, response: endOf(counts, next, perPage, findings) }
}
