import { MOST_COUNTED } from '../../language/paging.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import { valueAt } from '../../language/pointer.ts'
import { holds, isPresent } from '../../language/predicate.ts'
import { type PageRecord, readPart } from '../../language/readRecord.ts'
import type { NestedResource } from '../../language/resource.ts'
import type { RowQuery } from '../../language/rowQuery.ts'
import { type ClockSource, clockSources, type WaitingState, type WaitingStates } from '../../schemas/overview.ts'
import type { StaffRequest } from '../../server/gateway/audit/auditTrail.ts'
import { addFirstSeen } from '../../server/gateway/calls/addFirstSeen.ts'
import { createReadings, type Readings } from '../../server/gateway/calls/readings.ts'
import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import { type Operations, preparedOf } from '../../server/gateway/operations/preparedOperations.ts'

/** The first accounts of a list, and whether it goes on after them. */
async function accountsOf({ shown }: Readings, resource: string, filters: RowQuery['filters']) {
  const perPage = shown.definitionOf(resource)?.list?.perPage ?? MOST_COUNTED
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    const rows = await shown.rows(resource, { filters, page })
    for (const { id } of rows) ids.add(String(id))
    const isCut = rows.length >= perPage
    if (!isCut || page * perPage >= MOST_COUNTED) return { ids: [...ids], isCut }
  }
}

/** Accounts that are read at the same time. */
const AT_ONCE = 5

interface Asked {
  readonly source: ClockSource
  readonly staff: StaffRequest
  readonly signal: AbortSignal
}

/** The state of a record whose clock runs; nothing for any other record, and for one whose beginning is not known. */
function stateOf(record: PageRecord, { partOf: { clock } }: NestedResource, id: string): readonly WaitingState[] {
  if (clock === undefined || !holds(clock.when, record)) return []
  const state = clock.status.map((place) => valueAt(record, place)).find(isPresent)
  const said = clock.path === undefined ? undefined : parseInstant(valueAt(record, clock.path))
  const since = said ?? parseInstant(record['first_seen_at'])
  if (typeof state !== 'string' || since === undefined) return []
  return [{ id, state: state.trim(), since: since.toISOString(), isFirstSeen: said === undefined }]
}

const partNamed = ({ console: { model } }: GatewayContext, name: string): NestedResource => {
  const part = model.definitions.find((definition) => definition.name === name)
  if (part?.kind !== 'nested') throw new Error(`no part is called ${name}`)
  return part
}

async function statesOf(
  context: GatewayContext,
  operations: Operations,
  {
    readings,
    part,
    staff,
  }: { readonly readings: Readings; readonly part: NestedResource; readonly staff: StaffRequest },
  id: string,
): Promise<readonly WaitingState[]> {
  const read = preparedOf(operations, `${part.partOf.resource}.getOne`)
  const detail = await addFirstSeen(context.store, read, await readings.masked(read.operation.id, id), staff.log)
  return readPart(part, detail, { id }).records.flatMap((record) => stateOf(record, part, id))
}

/**
 * The clocks of the first accounts of a list. The services name no moments in their lists, so each account is read, by the
 * gateway: only ids, states and times leave it.
 */
export async function waitingStates(
  context: GatewayContext,
  operations: Operations,
  { source, staff, signal }: Asked,
): Promise<WaitingStates> {
  const { part: name, filters } = clockSources[source]
  const part = partNamed(context, name)
  const readings = createReadings(context, operations, { staff, signal })
  const { resource } = part.partOf
  const { ids, isCut } = await accountsOf(readings, resource, filters)
  const asOf = context.now()
  const read: PromiseSettledResult<readonly WaitingState[]>[] = []
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE)
    const found = some.map((id) => statesOf(context, operations, { readings, part, staff }, id))
    read.push(...(await Promise.allSettled(found)))
  }
  const failures = read.filter(({ status }) => status === 'rejected')
  const [failure] = failures
  if (failure?.status === 'rejected' && failures.length === read.length) throw failure.reason
  return {
    asOf,
    accounts: ids.length,
    unread: failures.length,
    isCut,
    states: read.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
  }
}
