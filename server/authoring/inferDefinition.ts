import type { ResourceDefinition } from '../../language/authored/definition.ts'
import { wordsOf } from '../../language/personalNames.ts'
import type { FieldSchema, ObjectSchema } from '../../language/schema.ts'
import { StartError } from '../config/settings.ts'
import { findId, findRecords, type Records } from './findRecords.ts'
import { type Findings, inferFields, titleOf } from './inferField.ts'
import { inferReading } from './inferPaging.ts'
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

/** The record, and the field that identifies it. */
function recordOf({ rows }: Records, name: string, { inferred, personal, decide }: Findings) {
  const id = findId(rows, name)
  const properties = inferFields(rows, { path: '', around: undefined }, { inferred, personal, decide })
  if (id === undefined)
    decide.push(`no field identifies a record in every row: it is known by its place only, and cannot have actions`)
  else inferred.push(`${id} identifies a record: present and different in every row`)
  // A field called id that does not identify a record would be taken for one that does.
  const { id: _unsound, ...others } = properties
  const record: ObjectSchema =
    id === undefined
      ? { type: 'object', properties: others }
      : { type: 'object', required: [id], properties: id === 'id' ? properties : others }
  return { id, record }
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
  const { id, record } = recordOf(found, name, findings)
  const columns = columnsOf(record)
  if (columns.length === 0)
    throw new StartError(['The records have no value that could be shown: take a sample with filled ones'])
  const { query, filters, hasSearch, perPage, isPaged, response } = inferReading(
    answer,
    wanted.parameters,
    found,
    findings,
  )
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
    ...(id === undefined || id === 'id' ? {} : { id }),
    record,
    bindings: {
      list: {
        call: `GET {${service}}${path}`,
        permission,
        ...(Object.keys(query).length === 0 ? {} : { query }),
        ...(found.place === '' ? {} : { data: found.place }),
        ...response,
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
