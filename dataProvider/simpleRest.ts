import type { DataProvider } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import type { Operation } from '../language/operations.ts'
import { versionIn } from '../language/recordVersion.ts'
import { listOf } from '../language/resource.ts'
import { writableFields } from '../language/simpleRest.ts'
import type { OperationRequest } from './buildRequest.ts'
import type { Caller } from './createCaller.ts'
import { filtersOf } from './fetchList.ts'
import { readOne, parseId } from './fetchOne.ts'
import { malformed, unexpectedAnswer } from './HttpError.ts'
import { readJson } from './readJson.ts'
import { omissionsOf, readList } from './readList.ts'
import type {
  ConsoleRecord,
  CreateParams,
  DeleteParams,
  ListAnswer,
  ListParams,
  ManyParams,
  OneAnswer,
  OneParams,
  UpdateParams,
} from './types.ts'
import type { Validate } from '../language/checkAnswer.ts'
import type { Values } from '../language/pointer.ts'

/** The values of a request that simple-rest has written. Only its URL and body are used. */
function requestOf({ path, definition }: Operation, url: string, body: unknown): OperationRequest {
  const [address = '', search = ''] = url.split('?')
  const id = decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))
  const query = [...new URLSearchParams(search)].map(([name, text]): readonly [string, unknown] => [
    name,
    JSON.parse(text),
  ])
  return {
    path: path.endsWith('/{id}') ? { id: parseId(id, definition.record) } : {},
    query: Object.fromEntries(query),
    ...(typeof body === 'string' ? { body: JSON.parse(body) as Values } : {}),
  }
}

/** A form sends all of its inputs, with untouched ones as null. Only values that differ from the record are changes. */
function changesOf({ definition }: Operation, data: Values, previous: Values = {}): Values {
  const isChange = (field: string): boolean =>
    JSON.stringify(data[field] ?? null) !== JSON.stringify(previous[field] ?? null)
  const changed = writableFields(definition.record).filter((field) => data[field] !== undefined && isChange(field))
  return Object.fromEntries(changed.map((field) => [field, data[field]]))
}

/** Reads the JSON of an answer for simple-rest. */
type Read = (body: unknown, check: Validate) => unknown

interface RestCall {
  readonly caller: Caller
  readonly operation: Operation
  readonly read: Read
  readonly signal?: AbortSignal | undefined
  readonly isPrefetch?: boolean | undefined
  /** The version of the record that is changed. */
  readonly version?: string | undefined
}

/** A provider for one call, so that the operation is known. Its `fetch` calls the gateway like all other calls. */
const providerOf = ({ caller, operation, read, signal, isPrefetch, version }: RestCall): DataProvider =>
  simpleRestProvider(`/api/${operation.service}`, async (url: string, asked) => {
    const { request, responseCheck } = await caller.check(operation, requestOf(operation, url, asked?.body))
    const response = await caller.send(operation, request, { signal, isPrefetch, version })
    const json = read(await readJson(response, operation), responseCheck)
    return { status: response.status, headers: response.headers, body: '', json }
  })

const nameOf = ({ path }: Operation): string => path.slice(1).replace(/\/\{id\}$/, '')

/** Reads the records of an answer. `content` then says what could not be read. */
function recordsReader(caller: Caller, operation: Operation) {
  const content = { unreadable: 0, hidden: 0, dropped: 0, extras: {} }
  const read: Read = (body, check) => {
    const answer = readList(body, operation, check)
    caller.report(operation, answer.flaws)
    Object.assign(content, omissionsOf(answer))
    return answer.rows
  }
  return { read, content }
}

function recordReader(caller: Caller, operation: Operation, wanted?: unknown) {
  const id = wanted === undefined ? undefined : parseId(wanted, operation.definition.record)
  const meta = { unreadable: 0 }
  const read: Read = (answer, responseCheck) => {
    const one = readOne(caller, operation, { answer, responseCheck, id })
    Object.assign(meta, one.meta)
    return one.data
  }
  return { read, meta }
}

async function getList(caller: Caller, operation: Operation, params: ListParams): Promise<ListAnswer<ConsoleRecord>> {
  const list = listOf(operation.definition)
  const { page, perPage } = params.pagination ?? { page: 1, perPage: list.perPage }
  const search = params.meta?.search
  const filter = { ...filtersOf(operation, params.filter), ...(search === undefined ? {} : { q: search }) }
  const sort = params.sort ?? list.sort ?? { field: 'id', order: 'ASC' }
  const { read, content } = recordsReader(caller, operation)
  const provider = providerOf({ caller, operation, read, signal: params.signal })
  const asked = { pagination: { page, perPage }, sort, filter }
  const { data, total = NaN } = await provider.getList<ConsoleRecord>(nameOf(operation), asked)
  if (!Number.isInteger(total)) throw unexpectedAnswer('The answer does not say how many records there are.')
  const totalPages = Math.max(1, Math.ceil(total / perPage))
  return {
    data,
    total,
    pageInfo: { hasNextPage: page < totalPages, hasPreviousPage: page > 1 },
    meta: { page, totalPages, ...content },
  }
}

async function getOne(
  caller: Caller,
  operation: Operation,
  { id, signal, meta: asked }: OneParams,
): Promise<OneAnswer<ConsoleRecord>> {
  const { read, meta } = recordReader(caller, operation, id)
  const provider = providerOf({ caller, operation, read, signal, isPrefetch: asked?.isPrefetch })
  const { data } = await provider.getOne<ConsoleRecord>(nameOf(operation), { id })
  return { data, meta }
}

async function getMany(caller: Caller, operation: Operation, { ids, signal }: ManyParams) {
  const { read } = recordsReader(caller, operation)
  return providerOf({ caller, operation, read, signal }).getMany<ConsoleRecord>(nameOf(operation), { ids: [...ids] })
}

async function create(caller: Caller, operation: Operation, { data }: CreateParams) {
  const { read } = recordReader(caller, operation)
  const asked = { data: changesOf(operation, data) }
  return providerOf({ caller, operation, read }).create<ConsoleRecord>(nameOf(operation), asked)
}

/** The browser holds masked values, so only changes are sent. The gateway completes the record. */
async function update(caller: Caller, operation: Operation, { id, data, previousData }: UpdateParams) {
  const changes = changesOf(operation, data, previousData)
  if (Object.keys(changes).length === 0)
    throw malformed('MALFORMED_REQUEST', 'Nothing was changed, so nothing was sent.')
  const { read } = recordReader(caller, operation, id)
  const asked = { id, data: changes, previousData: { id } }
  const version = await versionIn(operation, previousData)
  const answer = await providerOf({ caller, operation, read, version }).update<ConsoleRecord>(nameOf(operation), asked)
  return { data: { ...previousData, ...changes, ...answer.data } }
}

async function remove(caller: Caller, operation: Operation, { id, previousData }: DeleteParams) {
  await providerOf({ caller, operation, read: (body) => body }).delete(nameOf(operation), { id })
  return { data: { ...previousData, id } }
}

/**
 * react-admin's methods for the resources of a dialect. `ra-data-simple-rest` decides the call, which is sent as a
 * declared operation. Answers are read like those of all other calls.
 */
export const simpleRest = { getList, getOne, getMany, create, update, delete: remove }
