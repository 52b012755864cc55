import type { Operation, Verb } from '../language/operations.ts'
import { readRecord } from '../language/readRecord.ts'
import { readByIds } from '../language/reference.ts'
import type { Resource } from '../language/resource.ts'
import { MOST_IDS } from '../language/simpleRest.ts'
import { readJson } from './readJson.ts'
import type { Caller } from './createCaller.ts'
import { fetchWhole, type ListCaches } from './fetchList.ts'
import { fetchOne, parseId } from './fetchOne.ts'
import { HttpError } from './HttpError.ts'
import { readList } from './readList.ts'
import type { ConsoleRecord, ManyParams } from './types.ts'

type Id = string | number
type Records = readonly ConsoleRecord[]

/** The ids that records of the resource can have, each once. */
function usableIds({ record }: Resource, ids: ManyParams['ids']): readonly Id[] {
  const found = new Map<string, Id>()
  for (const given of ids) {
    try {
      const id = parseId(given, record)
      found.set(String(id), id)
    } catch {
      // No record has such an id, so there is none to read.
    }
  }
  return [...found.values()]
}

async function fetchChunk(
  caller: Caller,
  operation: Operation,
  ids: readonly Id[],
  signal?: AbortSignal,
): Promise<Records> {
  const { request, responseCheck } = await caller.prepare(operation, { ids })
  const response = await caller.send(operation, request, { signal })
  const { rows, flaws } = readList(await readJson(response, operation), operation, responseCheck)
  caller.report(operation, flaws)
  return rows
}

/** Single records that are read at the same time. */
const AT_ONCE = 6

/** True for a failure that all further reads would have, too. */
const isFinal = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status === 401 || error.status === 403 || error.status === 0

/**
 * Reads records one by one, a few at a time. Records that can't be read are left out, unless none can be read. The first
 * refusal ends it, so that it is not repeated for every record.
 */
async function fetchEach(
  caller: Caller,
  operation: Operation,
  ids: readonly Id[],
  signal?: AbortSignal,
): Promise<Records> {
  const { definition } = operation
  const waiting = [...ids]
  const records: ConsoleRecord[] = []
  const failures: unknown[] = []
  const read = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        const { data } = await fetchOne(caller, operation, { id, ...(signal && { signal }) })
        records.push(readRecord(definition, data, id))
      } catch (error) {
        if (isFinal(error)) waiting.length = 0
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
  const [first] = failures
  if (failures.some(isFinal) || (first !== undefined && records.length === 0)) throw failures.find(isFinal) ?? first
  return records
}

const chunksOf = (ids: readonly Id[]): readonly (readonly Id[])[] =>
  Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, index) =>
    ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS),
  )

interface Reading {
  readonly definition: Resource
  readonly caches: ListCaches
  readonly operationOf: (resource: string, verb: Verb) => Operation
  /** Reads a few at once, for a resource with a dialect. */
  readonly fetchDialect: (params: ManyParams) => Promise<{ readonly data: Records }>
}

/**
 * The records with these ids, by the fields of the resource's list, in any order: by `getMany`, from the list that is
 * read whole, or one by one. Ids without a record are left out.
 */
export async function fetchMany(
  caller: Caller,
  { definition, caches, operationOf, fetchDialect }: Reading,
  { ids: given, signal }: ManyParams,
): Promise<{ data: ConsoleRecord[] }> {
  const ids = usableIds(definition, given)
  const binding = readByIds(definition)?.binding ?? 'getMany'
  const operation = operationOf(definition.name, binding)
  if (ids.length === 0) return { data: [] }
  if (binding === 'getOne') return { data: [...(await fetchEach(caller, operation, ids, signal))] }
  if (binding === 'list') {
    const wanted = new Set(ids.map(String))
    const { rows } = await fetchWhole(caller, caches.whole, operation, { ...(signal && { signal }) })
    return { data: rows.filter(({ id }) => wanted.has(String(id))) }
  }
  const read = async (chunk: readonly Id[]): Promise<Records> =>
    definition.dialect === null
      ? fetchChunk(caller, operation, chunk, signal)
      : (await fetchDialect({ ids: [...chunk], ...(signal && { signal }) })).data
  return { data: (await Promise.all(chunksOf(ids).map(read))).flat() }
}
