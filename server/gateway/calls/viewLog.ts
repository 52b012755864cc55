import { coerceRecord } from '../../../language/coerceRecord.ts'
import { allPlaces } from '../../../language/personal.ts'
import { isValues, valueAt } from '../../../language/pointer.ts'
import { identified } from '../../../language/recordId.ts'
import { namingTerms, ownSubjectOf, personalTerms } from '../audit/auditEntries.ts'
import type { StaffRequest } from '../audit/auditTrail.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { type AuditSubject, subjectKey } from '../../store/auditRecord.ts'
import { hashId } from '../../store/seal.ts'
import type { OperationCall } from './operationCall.ts'

/** What a person is about to be shown about people. */
interface Seen {
  readonly staff: StaffRequest
  /** `{resource}.{list|getOne|read|action}` */
  readonly operation: string
  readonly subject?: AuditSubject | undefined
  /** What is searched for, as digests. */
  readonly terms?: Readonly<Record<string, string>> | undefined
  readonly isPrefetch: boolean
}

export interface Asking {
  /** The record that the reading belongs to, by the browser's word; used where its values do not name it. */
  readonly claimed: string | undefined
  /** Nothing is shown yet. */
  readonly isPrefetch: boolean
}

/** Records who reads what about people. Which readings count follows from the definitions. */
export interface ViewLog {
  /** Makes a reading and records it, at the same time. Nothing is answered unless both succeed. */
  watch<T extends { readonly body: unknown }>(call: OperationCall, asking: Asking, answer: () => Promise<T>): Promise<T>
  /** As `watch`, for a record that is read in another way than by an operation. */
  watchRecord<T>(seen: Omit<Seen, 'isPrefetch'>, answer: () => Promise<T>): Promise<T>
  /** Notes that a record that was read ahead is now on the person's screen. */
  shown(staff: StaffRequest, subject: AuditSubject): Promise<void>
}

/** A record that stays on a screen is recorded again after this time. */
const AGAIN_MS = 10 * 60_000
/** Records that are remembered at once; above it, those that would be recorded again anyway are forgotten. */
const MOST = 10_000

/** What each person has seen in the last minutes, on this gateway. */
function createRecent(now: () => number) {
  const seenAt = new Map<string, number>()
  const isRecent = (time: number | undefined): boolean => time !== undefined && now() - time < AGAIN_MS
  return {
    has: (key: string): boolean => isRecent(seenAt.get(key)),
    note: (key: string): void => {
      if (seenAt.size >= MOST) for (const [old, time] of seenAt) if (!isRecent(time)) seenAt.delete(old)
      seenAt.set(key, now())
    },
  }
}

const keyOf = ({ staff, subject, terms }: Omit<Seen, 'operation' | 'isPrefetch'>): string =>
  JSON.stringify([staff.session.data.userId, subject === undefined ? null : subjectKey(subject), terms ?? {}])

/** Refuses to read ahead more than a person will look at: what is read ahead has left the gateway unseen. */
async function assertFewUnseen({ store, limits }: GatewayContext, { staff }: Seen): Promise<void> {
  const { max, windowMs } = limits.prefetches
  const unseen = await store.views.countUnseen(staff.session.data.userId, windowMs).catch(failWith('AUDIT_UNAVAILABLE'))
  if (unseen < max) return
  staff.log.warn({ userId: staff.session.data.userId, unseen }, 'too many records read ahead')
  throw new GatewayError('READ_AHEAD_LIMITED', { retryAfter: 60 })
}

/** What a call shows about people; nothing for a page of a list that no one searched. */
function seenIn({ store }: GatewayContext, call: OperationCall, { claimed, isPrefetch }: Asking): Seen | undefined {
  const { prepared, checked, staff } = call
  const { operation } = prepared
  const { partOf } = operation.definition
  const own = ownSubjectOf(operation, checked)
  // The browser's word for the record proves nothing, so what names it is kept, too.
  const naming = own === undefined && operation.kind !== 'list' ? namingTerms(operation, checked, store.audit) : {}
  const terms = { ...naming, ...personalTerms(operation, checked, store.audit) }
  const isSearch = Object.keys(terms).length > 0
  const owner = claimed === undefined ? undefined : { resource: partOf?.resource ?? operation.resource, id: claimed }
  const subject = own ?? owner
  const isLookup = operation.kind === 'list' || subject === undefined
  if (isLookup && !isSearch) return undefined
  return { staff, operation: operation.id, subject, ...(isSearch ? { terms } : {}), isPrefetch }
}

/** True when a list answers one record, and it is this one. */
function isOnlyRecord({ prepared: { operation } }: OperationCall, body: unknown, id: string): boolean {
  const { definition, response } = operation
  const rows = valueAt(body, response.items ?? '')
  const row: unknown = Array.isArray(rows) && rows.length === 1 ? rows[0] : undefined
  const record = isValues(row) ? identified(definition, coerceRecord(row, definition.record)) : undefined
  return isValues(record) && String(record['id']) === id
}

const add = ({ store }: GatewayContext, { staff, ...seen }: Seen): Promise<number> => {
  const { session, requestId, ip } = staff
  const { userId, email } = session.data
  return store.views
    .add({ ...seen, userId, email, requestId, ip, sessionHash: hashId(session.id) })
    .catch(failWith('AUDIT_UNAVAILABLE'))
}

export function createViewLog(context: GatewayContext): ViewLog {
  const { store, console, now } = context
  const recent = createRecent(now)
  const { definitions } = console.model
  const aboutPeople = new Set(definitions.flatMap((each) => (allPlaces(each).length > 0 ? [each.name] : [])))

  async function watchSeen<T>(seen: Seen | undefined, answer: () => Promise<T>): Promise<T> {
    if (seen === undefined || recent.has(keyOf(seen))) return answer()
    if (seen.isPrefetch) await assertFewUnseen(context, seen)
    const added = add(context, seen)
    try {
      const [answered] = await Promise.all([answer(), added])
      if (!seen.isPrefetch) recent.note(keyOf(seen))
      // What was read ahead has been sent whole, whether or not the browser says later that it is shown.
      if (seen.subject !== undefined) void context.bursts.sent(seen.staff)
      return answered
    } catch (error) {
      // Nothing was shown. If the view cannot be taken back it stays, which is the safe side.
      await added.then((seq) => store.views.remove(seq)).catch(() => null)
      throw error
    }
  }

  /** A page looks its own record up in the list, too: that is on record already if the list answers that record alone. */
  async function watchRow<T extends { readonly body: unknown }>(
    call: OperationCall,
    { seen, id }: { readonly seen: Seen; readonly id: string },
    answer: () => Promise<T>,
  ): Promise<T> {
    const answered = await answer()
    return isOnlyRecord(call, answered.body, id) ? answered : watchSeen(seen, async () => answered)
  }

  return {
    watch: async (call, asking, answer) => {
      if (!aboutPeople.has(call.prepared.operation.resource)) return answer()
      const seen = seenIn(context, call, asking)
      if (seen?.subject === undefined || call.prepared.operation.kind !== 'list') return watchSeen(seen, answer)
      const isKnown = recent.has(keyOf({ staff: seen.staff, subject: seen.subject }))
      return isKnown ? watchRow(call, { seen, id: seen.subject.id }, answer) : watchSeen(seen, answer)
    },
    watchRecord: (seen, answer) => {
      const isAboutPeople = seen.subject !== undefined && aboutPeople.has(seen.subject.resource)
      return watchSeen(isAboutPeople ? { ...seen, isPrefetch: false } : undefined, answer)
    },
    shown: async (staff, subject) => {
      const { windowMs } = context.limits.prefetches
      const isNew = await store.views
        .shown(staff.session.data.userId, subject, windowMs)
        .catch(failWith('AUDIT_UNAVAILABLE'))
      if (isNew) recent.note(keyOf({ staff, subject }))
    },
  }
}
