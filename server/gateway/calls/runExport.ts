import { Readable } from 'node:stream'
import {
  type ExportedLine,
  hasNextPage,
  MOST_EXPORTED,
  pageCountOf,
  type PagePlace,
  pageValues,
} from '../../../language/paging.ts'
import { valueAt, withChanges } from '../../../language/pointer.ts'
import type { Operation } from '../../../language/operations.ts'
import { listOf } from '../../../language/resource.ts'
import { recordIntent, recordOutcome, recordRefusal } from '../audit/auditTrail.ts'
import { GatewayError } from '../core/errors.ts'
import { forbidden, type GatewayContext } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'
import { isPermitted } from '../signIn/permitted.ts'
import { assertFresh } from '../signIn/stepUp.ts'
import { withinExportQuota } from './exportQuota.ts'
import { callForJson } from './sendCall.ts'
import type { OperationCall } from './operationCall.ts'

/** Pages without a record that are read one after another. A service that has no end would otherwise be read forever. */
const MOST_EMPTY = 100

const ENDLESS = 'The service says that the list goes on, but sends no more records.'

/** The request of one page; everything else is as the browser asked for it. */
function requestOf({ prepared: { operation }, checked }: OperationCall, place: PagePlace): CheckedRequest {
  const { query, body, definition } = operation
  return {
    ...checked,
    query: withChanges(checked.query, pageValues(query, place, definition.record)),
    body:
      checked.body === undefined
        ? undefined
        : withChanges(checked.body, pageValues(body ?? {}, place, definition.record)),
  }
}

/** One page as the browser has it, and the place of the next one. */
async function readPage(context: GatewayContext, call: OperationCall, place: PagePlace) {
  const { operation } = call.prepared
  const { limits } = context
  const signal = deadline(limits.readMs, call.signal)
  const { body, total, next } = await callForJson(context, { ...call, checked: requestOf(call, place), signal })
  const items = valueAt(body, operation.response.items ?? '')
  const records = Array.isArray(items) ? items.length : 0
  const { pageCount: countPlace } = operation.response
  const pageCount = countPlace === undefined ? null : pageCountOf(valueAt(body, countPlace))
  const hasMore =
    listOf(operation.definition).paging === 'server' && hasNextPage({ ...place, records, pageCount, total, next })
  return { body, records, next: hasMore ? { ...place, page: place.page + 1, cursor: next } : undefined }
}

const line = (content: ExportedLine): string => `${JSON.stringify(content)}\n`

type Page = Awaited<ReturnType<typeof readPage>>

/** The lines of a list whose first page has been read. */
async function* linesFrom(
  context: GatewayContext,
  call: OperationCall,
  first: Page,
  onEnd: (result: 'ok' | 'failed', records: number) => Promise<void>,
): AsyncGenerator<string> {
  let [records, empty] = [0, 0]
  let result: 'ok' | 'failed' = 'failed'
  try {
    for (let page = first; ; page = await readPage(context, call, page.next)) {
      records += page.records
      empty = page.records === 0 ? empty + 1 : 0
      if (empty > MOST_EMPTY) throw new GatewayError('UPSTREAM_FORMAT', { message: ENDLESS })
      yield line({ page: page.body })
      if (page.next === undefined || records >= MOST_EXPORTED) {
        result = 'ok'
        yield line({ records, isCut: page.next !== undefined })
        return
      }
    }
  } catch (error) {
    call.staff.log.warn({ err: error }, 'export cut')
    const { publicCode: code, message } = error instanceof GatewayError ? error : new GatewayError('UPSTREAM_FAILED')
    yield line({ failure: { code, message } })
  } finally {
    await onEnd(result, records)
  }
}

/** Checks that the list may be saved as a file, and by this person. @returns the operation as it is recorded */
async function assertExport(context: GatewayContext, { prepared, checked, staff }: OperationCall): Promise<Operation> {
  const { definition } = prepared.operation
  const permission = definition.kind === 'list' ? definition.list.export?.permission : undefined
  if (permission === undefined) throw new GatewayError('BAD_REQUEST', { message: 'This list is not saved as a file.' })
  const operation = { ...prepared.operation, id: `${definition.name}.export` }
  if (!(await isPermitted(context, staff, permission))) {
    await recordRefusal(context.store, { operation, checked, staff }, { permission })
    throw forbidden(context, permission)
  }
  assertFresh(context, staff, permission)
  return operation
}

/**
 * Reads a list from its first page to its last for a file, as lines of JSON (`ExportedLine`). It is recorded before it
 * begins, and at its end with the number of records. A failure after the first page is the last line, because the head of
 * the answer has been sent then.
 *
 * @throws GatewayError before the first line
 */
export async function runExport(context: GatewayContext, call: OperationCall): Promise<Readable> {
  const { store } = context
  const { staff, checked } = call
  const operation = await assertExport(context, call)
  return withinExportQuota(context, staff, operation.id, async () => {
    const seq = await recordIntent(store, { operation, checked, staff, idempotencyKey: null })
    const startedAt = performance.now()
    const close = async (result: 'ok' | 'failed', message: string): Promise<void> => {
      const latencyMs = Math.round(performance.now() - startedAt)
      await recordOutcome(store, staff, seq, { result, status: null, message, latencyMs })
    }
    try {
      const first = await readPage(context, call, { page: 1, perPage: listOf(operation.definition).perPage })
      return Readable.from(linesFrom(context, call, first, (result, records) => close(result, `${records} records`)))
    } catch (error) {
      await close('failed', error instanceof GatewayError ? error.code : 'failed')
      throw error
    }
  })
}
