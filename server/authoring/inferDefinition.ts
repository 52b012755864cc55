import type { ResourceDefinition } from '../../language/authored/definition.ts'
import type { Source } from '../../language/authored/call.ts'
import { isSecretName, probablyPersonal, wordsOf } from '../../language/personalNames.ts'
import type { FieldSchema, ObjectSchema } from '../../language/schema.ts'
import { StartError } from '../config/settings.ts'
import { findId, findPaging, findRecords, type Hint, hintOf, type Records } from './findRecords.ts'
import { type Findings, inferFields, titleOf } from './inferField.ts'
import type { Seen } from './observe.ts'
import type { Parameter } from './openApi.ts'

/** What is known of a list before it is declared. */
export interface Wanted {
  readonly name: string
  readonly service: string
  readonly path: `/${string}`
  readonly permission: string
  readonly answer: Seen
  /** The parameters of the call that are known, from a document or from an address. */
  readonly parameters: readonly Parameter[]
}

type Sources = Record<string, Source>
type Filters = Record<string, FieldSchema>

const searchLike = /^(q|query|search|search term|keyword|keywords|term|text|filter)$/
const sortLike = /(^| )(sort|order|sort by|order by|direction|dir|sort order)$/

/** A filter of a scalar parameter. */
function filterOf({ name, seen: { types, choices } }: Parameter): FieldSchema | undefined {
  const type = (['string', 'integer', 'number', 'boolean'] as const).find((each) => types.has(each))
  if (type === undefined || types.has('array')) return undefined
  const pii = probablyPersonal(name)
  const text =
    type !== 'string'
      ? {}
      : choices === undefined || pii !== undefined
        ? { minLength: 1, maxLength: 200 }
        : { enum: choices }
  return { type, ...text, title: titleOf(name), ...(pii === undefined ? {} : { pii }) }
}

/** What the call sends: the page, the search, and filters. */
function sendingOf({ parameters }: Wanted, perPage: number, { inferred, personal, decide }: Findings) {
  const [query, filters]: [Sources, Filters] = [{}, {}]
  let hasSearch = false
  for (const parameter of parameters) {
    const { name } = parameter
    const hint = hintOf(name)
    const filter = filterOf(parameter)
    if (hint === 'page') query[name] = { param: 'page' }
    else if (hint === 'size') query[name] = perPage
    else if (isSecretName(name)) decide.push(`the parameter '${name}' is left out: by its name it is a secret`)
    else if (hint !== undefined) decide.push(`the parameter '${name}' is left out: only pages by number can be read`)
    else if (searchLike.test(wordsOf(name)) && !hasSearch) {
      hasSearch = true
      query[name] = { param: 'search' }
      inferred.push(`the search box is sent as '${name}'`)
    } else if (sortLike.test(wordsOf(name)) || filter === undefined) {
      decide.push(
        `the parameter '${name}' is left out: it is no filter of one value${parameter.isRequired ? ', and it is required' : ''}`,
      )
    } else {
      query[name] = { filter: name }
      filters[name] = filter
      if (typeof filter === 'object' && filter.pii !== undefined)
        personal.push(`the filter ${name} is '${filter.pii}', by its name`)
      inferred.push(`'${name}' is a filter${parameter.isRequired ? ', which the call requires' : ''}`)
    }
  }
  return { query, filters, hasSearch }
}

const DEFAULT_PAGE = 25

/** The number of records on a page, by what the answer says, or by how many came. */
function pageSize(paging: ReturnType<typeof findPaging>, { rows }: Records): number {
  const size = Number(paging.get('size')?.[1].values[0] ?? 0)
  return Number.isInteger(size) && size > 0 && size <= 1000
    ? size
    : rows.count >= 5 && rows.count <= 200
      ? rows.count
      : DEFAULT_PAGE
}

/** How the pages of a list are read. */
function pagesOf(wanted: Wanted, found: Records, findings: Findings) {
  const { inferred, decide } = findings
  const paging = findPaging(wanted.answer)
  const perPage = pageSize(paging, found)
  const sending = sendingOf(wanted, perPage, findings)
  const at = (hint: Hint) => paging.get(hint)?.[0]
  const names = Object.values(sending.query).some(
    (source) => typeof source === 'object' && source !== null && 'param' in source && source.param === 'page',
  )
  const pages = at('pages')
  const total = Number(paging.get('total')?.[1].values[0] ?? 0)
  const isPaged = names || at('page') !== undefined || pages !== undefined || total > found.rows.count
  if (isPaged && !names) {
    const name = (at('page') ?? '/page').replace(/^.*\//, '')
    sending.query[name] = { param: 'page' }
    decide.push(`the page number is sent as '${name}', which is a guess: see how the service calls it`)
  }
  if (isPaged)
    inferred.push(
      pages === undefined ? `there is a next page while ${perPage} records come` : `the number of pages is at ${pages}`,
    )
  const cursor = at('cursor')
  if (!isPaged && (cursor !== undefined || at('offset') !== undefined))
    decide.push(
      `more records are behind '${cursor ?? at('offset') ?? ''}', which cannot be read yet: the list has the first ones only`,
    )
  return { ...sending, perPage, isPaged, pages: isPaged ? pages : undefined }
}

type Columns = ResourceDefinition['list']['columns']

const MOST_COLUMNS = 8

const nameLike = /(^| )(name|title|label|subject|number|reference|code)$/

const isColumn = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' &&
  schema.properties === undefined &&
  schema.items === undefined &&
  schema.truncate === undefined

/** The first fields that fit: what names a record, then the others in their order, then what is one level inside. */
function columnsOf({ properties }: ObjectSchema): Columns {
  const plain = Object.keys(properties).filter((name) => isColumn(properties[name]))
  const naming = plain.find((name) => nameLike.test(wordsOf(name)))
  const own = [...(naming === undefined ? [] : [naming]), ...plain.filter((name) => name !== naming)]
  const inner = Object.entries(properties).flatMap(([field, schema]) =>
    Object.entries((typeof schema === 'object' ? schema.properties : undefined) ?? {})
      .filter(([name, member]) => isColumn(member) && nameLike.test(wordsOf(name)) && /^\w+$/.test(name))
      .map(([name]) => ({
        id: `${field}_${name}`,
        field,
        path: `/${name}` as const,
        label: titleOf(`${field} ${name}`),
      })),
  )
  return [...own, ...inner].slice(0, MOST_COLUMNS)
}

/** What a list that is read whole is searched by: the text that names a record, unless it is personal. */
function searchOf([first]: Columns, { properties }: ObjectSchema): ResourceDefinition['list']['search'] {
  const schema = typeof first === 'string' ? properties[first] : undefined
  if (typeof first !== 'string' || typeof schema !== 'object') return undefined
  return schema.pii === undefined && schema.type === 'string' && nameLike.test(wordsOf(first))
    ? { field: first, placeholder: `Search by ${titleOf(first).toLowerCase()}` }
    : undefined
}

/** The record, with the field that identifies it. */
function recordOf({ rows }: Records, name: string, findings: Findings): ObjectSchema {
  const { inferred, decide } = findings
  const id = findId(rows, name)
  const properties = inferFields(rows, { path: '', around: undefined }, findings)
  if (id === 'id') inferred.push(`id identifies a record: present and different in every row`)
  else if (id === undefined)
    decide.push(`no field identifies a record in every row: it is known by its place only, and cannot have actions`)
  else
    decide.push(
      `${id} identifies a record, and is not called id: the records are known by their place, and cannot have actions`,
    )
  if (id !== 'id') {
    const { id: _unsound, ...others } = properties
    return { type: 'object', properties: others }
  }
  return { type: 'object', required: ['id'], properties }
}

/**
 * The definition of a list, from what is known of its answer.
 *
 * @throws a StartError when the answer has no list of records
 */
export function inferDefinition(wanted: Wanted): {
  readonly definition: ResourceDefinition
  readonly findings: Findings
} {
  const { name, service, path, permission, answer } = wanted
  const findings: Findings = { inferred: [], personal: [], decide: [] }
  const [found, ...others] = findRecords(answer, name)
  if (found === undefined)
    throw new StartError(['The answer has no list of records: it needs an array of objects, with one of them at least'])
  findings.inferred.push(
    `the records are ${found.place === '' ? 'the whole answer' : `at '${found.place}'`}${found.rows.count === 0 ? '' : `: ${found.rows.count} rows`}`,
  )
  if (others.length > 0)
    findings.decide.push(
      `there are records at ${others.map(({ place }) => `'${place}'`).join(', ')} too: bindings.list.data says which are meant`,
    )
  const record = recordOf(found, name, findings)
  const columns = columnsOf(record)
  if (columns.length === 0)
    throw new StartError(['The records have no value that could be shown: take a sample with filled ones'])
  const { query, filters, hasSearch, perPage, isPaged, pages } = pagesOf(wanted, found, findings)
  const [first] = columns
  const sorted = Object.hasOwn(record.properties, 'id')
    ? 'id'
    : typeof first === 'string'
      ? first
      : (first?.field ?? '')
  const label = titleOf(name)
  const search = hasSearch ? { placeholder: 'Search' } : isPaged ? undefined : searchOf(columns, record)
  const definition: ResourceDefinition = {
    name,
    label,
    record,
    bindings: {
      list: {
        call: `GET {${service}}${path}`,
        permission,
        ...(Object.keys(query).length === 0 ? {} : { query }),
        ...(found.place === '' ? {} : { data: found.place }),
        ...(pages === undefined ? {} : { pageCount: pages }),
      },
    },
    list: {
      columns,
      perPage,
      ...(isPaged ? {} : { sort: { field: sorted, order: 'ASC' } }),
      ...(search === undefined ? {} : { search }),
      ...(Object.keys(filters).length === 0 ? {} : { filters }),
      emptyText: `No ${label.toLowerCase()}`,
    },
  }
  return { definition, findings }
}
