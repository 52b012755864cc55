import { isValues, valueAt } from '../language/pointer.ts'
import type { Operation } from '../language/operations.ts'
import { listOf } from '../language/resource.ts'
import type { Validate } from '../language/checkAnswer.ts'
import type { Caller } from './createCaller.ts'
import { filteredHere, isCutHere, listValues } from './fetchList.ts'
import { pageOf } from './pageOf.ts'
import { HttpError, unexpectedAnswer, type FailureCode } from './HttpError.ts'
import { omissionsOf, readList } from './readList.ts'
import { asFailure } from './send.ts'
import { withWords } from './withWords.ts'
import type { ConsoleRecord, ExportAnswer, ExportParams } from './types.ts'

/** The lines of an answer, as they arrive. A last line without its end is not complete and is left out. */
async function* linesIn({ body }: Response): AsyncGenerator<unknown> {
  let rest = ''
  const texts = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value = '' } = (await texts?.read()) ?? { done: true }
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
    if (done) return
  }
}

const broken = (records: number): HttpError =>
  new HttpError(0, {
    code: 'EXPORT_CUT',
    message: `The connection broke after ${records} records. Try again.`,
  })

/** The failure that the last line names. */
function failureIn(line: unknown, records: number): HttpError | undefined {
  const [code, message] = [valueAt(line, '/failure/code'), valueAt(line, '/failure/message')]
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  return new HttpError(502, { code: code as FailureCode, message: `${message} ${records} records had been read.` })
}

interface Reading {
  readonly operation: Operation
  readonly responseCheck: Validate
  readonly onProgress: ExportParams['onProgress']
}

async function readLines(
  caller: Caller,
  response: Response,
  { operation, responseCheck, onProgress }: Reading,
): Promise<Omit<ExportAnswer['data'], 'ok'>> {
  const rows: ConsoleRecord[] = []
  let [received, dropped] = [0, 0]
  for await (const line of linesIn(response)) {
    const failure = failureIn(line, rows.length)
    if (failure !== undefined) throw failure
    if (!isValues(line)) throw unexpectedAnswer('The answer is not a list.')
    if (!Object.hasOwn(line, 'page')) return { rows, isCut: line['isCut'] === true, dropped }
    const content = readList(line['page'], operation, responseCheck, received + 1)
    caller.report(operation, content.flaws)
    rows.push(...content.rows)
    received += content.received
    dropped += omissionsOf(content).dropped
    onProgress?.(rows.length)
  }
  throw broken(rows.length)
}

/**
 * Reads all records of a list, with its search and filters, for a file. The gateway reads page after page; the rows arrive
 * as they are read. A list that does not arrive to its end rejects, so that no part of it passes for the whole.
 */
export async function fetchExport(
  caller: Caller,
  operation: Operation,
  { signal, onProgress, ...params }: ExportParams,
): Promise<ExportAnswer> {
  const list = listOf(operation.definition)
  const words = params.meta?.words
  const { request, responseCheck } = await caller.prepare(operation, listValues(operation, params, { page: 1 }))
  const response = await caller.send(operation, request, { signal, isExport: true })
  try {
    const { rows, ...facts } = await readLines(caller, response, { operation, responseCheck, onProgress })
    if (!isCutHere(list, params.meta?.search))
      return { data: { ok: true, rows: withWords(list, rows, words), ...facts } }
    const isWhole = list.paging === 'client'
    const kept = isWhole ? await filteredHere(operation, rows, params.filter) : rows
    const sort = isWhole ? params.sort : undefined
    const whole = pageOf(kept, list, { search: params.meta?.search, sort, page: 1, perPage: rows.length })
    return { data: { ok: true, rows: withWords(list, whole.rows, words), ...facts } }
  } catch (error) {
    throw asFailure(error, operation)
  }
}
