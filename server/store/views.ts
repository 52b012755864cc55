import { parseOwn } from '../config/ownJson.ts'
import { type Insertable, type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { type AuditSubject, subjectKey } from './auditRecord.ts'
import type { AuditFilter } from './auditSearch.ts'
import { countChanged, hasChanged, type Tables } from './tables.ts'

/** What a member of staff read about people: a record, or what a search found. */
export interface NewView {
  readonly userId: number
  readonly email: string
  /** `{resource}.{list|getOne|read|action}` */
  readonly operation: string
  /** The record that was read; absent for a search. */
  readonly subject?: AuditSubject | undefined
  /** What was searched for, by the names of the parameters: keyed digests, never a value. */
  readonly terms?: Readonly<Record<string, string>> | undefined
  readonly requestId: string
  readonly ip: string
  readonly sessionHash: string
  /** Read before it was asked for; not shown yet. */
  readonly isPrefetch: boolean
}

/** One view. Times are UTC milliseconds. */
export interface View {
  readonly seq: number
  readonly at: number
  /** Null for what was read ahead and of which the browser has not said that it is shown. */
  readonly shownAt: number | null
  readonly userId: number
  readonly email: string
  readonly operation: string
  /** As `resource/id`; null for a search. */
  readonly subject: string | null
  /** The names of the parameters that were searched by. */
  readonly terms: readonly string[]
}

/** The place of a view in the order of the newest first. */
export type ViewPlace = Pick<View, 'at' | 'seq'>

/** A query for at most `limit` views, older than the one at the place `before`. */
export interface ViewQuery extends ViewFilter {
  readonly before?: ViewPlace | undefined
  readonly limit: number
}

/** Which views: all conditions together, as for entries of the audit trail. */
export type ViewFilter = Omit<AuditFilter, 'result'>

/** Who has read what about people. Views are kept for a time, unlike records of the audit trail. */
export type Views = ReturnType<typeof createViews>

const SWEPT_AT_ONCE = 2000

type Row = Selectable<Tables['viewing']>

const toView = ({ seq, read_at: at, shown_at: shownAt, user_id: userId, email, ...row }: Row): View => ({
  seq,
  at,
  shownAt,
  userId,
  email,
  operation: row.operation,
  subject: row.subject,
  terms: row.terms === null ? [] : Object.keys(parseOwn<object>(row.terms)),
})

/**
 * Each condition has an index that also has the order. Of several the one that leaves the fewest rows leads, by a record,
 * a person, an operation; the others are written so that no database takes theirs.
 */
function matching(db: Kysely<Tables>, { person, subject, operation, operations, from, to, request }: ViewFilter) {
  const { userId, userIds, email } = { userId: undefined, userIds: undefined, email: undefined, ...person }
  const isLed = subject !== undefined || person !== undefined
  return db
    .selectFrom('viewing')
    .$if(userId !== undefined, (query) =>
      query.where(subject === undefined ? 'user_id' : sql<number>`user_id + 0`, '=', userId ?? 0),
    )
    .$if(userIds !== undefined, (query) =>
      query.where(subject === undefined ? 'user_id' : sql<number>`user_id + 0`, 'in', userIds ?? []),
    )
    .$if(email !== undefined, (query) =>
      query.where(subject === undefined ? 'email' : sql<string>`email || ''`, '=', email?.toLowerCase() ?? ''),
    )
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ? subjectKey(subject) : ''))
    .$if(operation !== undefined, (query) =>
      query.where(isLed ? sql<string>`operation || ''` : 'operation', '=', operation ?? ''),
    )
    .$if(operations !== undefined, (query) =>
      query.where(isLed ? sql<string>`operation || ''` : 'operation', 'in', operations ?? []),
    )
    .$if(request !== undefined, (query) => query.where('request_id', '=', request ?? ''))
    .$if(from !== undefined, (query) => query.where('read_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('read_at', '<', to ?? 0))
}

const after = <O>(query: SelectQueryBuilder<Tables, 'viewing', O>, { at, seq }: ViewPlace) =>
  query
    .where('read_at', '<=', at)
    .where((row) => row.or([row('read_at', '<', at), row.and([row('read_at', '=', at), row('seq', '<', seq)])]))

const rowOf = (view: NewView, time: number): Insertable<Tables['viewing']> => ({
  read_at: time,
  shown_at: view.isPrefetch ? null : time,
  user_id: view.userId,
  email: view.email.toLowerCase(),
  operation: view.operation,
  subject: view.subject === undefined ? null : subjectKey(view.subject),
  terms: view.terms === undefined ? null : JSON.stringify(view.terms),
  request_id: view.requestId,
  ip: view.ip,
  session_hash: view.sessionHash,
})

const ofPerson = (db: Kysely<Tables>, userId: number, since: number) =>
  db.selectFrom('viewing').where('user_id', '=', userId).where('read_at', '>', since)

async function search(db: Kysely<Tables>, { before, limit, ...filter }: ViewQuery): Promise<View[]> {
  const rows = await matching(db, filter)
    .$if(before !== undefined, (query) => (before === undefined ? query : after(query, before)))
    .selectAll()
    .orderBy('read_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toView)
}

async function count(db: Kysely<Tables>, filter: ViewFilter, most: number): Promise<number> {
  const some = matching(db, filter)
    .select('seq')
    .limit(most + 1)
  const { found } = await db
    .selectFrom(some.as('some'))
    .select((row) => row.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()
  return found
}

/** @param now the clock, UTC milliseconds */
export function createViews(db: Kysely<Tables>, now: () => number) {
  return {
    /** Records a view; answers its number. Durable once resolved. */
    add: async (view: NewView): Promise<number> => {
      const insert = db.insertInto('viewing').values(rowOf(view, now())).returning('seq')
      return (await insert.executeTakeFirstOrThrow()).seq
    },
    /** Takes back a view of which nothing was answered. */
    remove: async (seq: number): Promise<void> => {
      await db.deleteFrom('viewing').where('seq', '=', seq).execute()
    },
    /** Notes that what a person read ahead within this time is now shown to them; answers whether there was any. */
    shown: (userId: number, subject: AuditSubject, withinMs: number): Promise<boolean> =>
      hasChanged(
        db
          .updateTable('viewing')
          .set({ shown_at: now() })
          .where('user_id', '=', userId)
          .where('read_at', '>', now() - withinMs)
          .where('subject', '=', subjectKey(subject))
          .where('shown_at', 'is', null),
      ),
    /** How many records a person has read ahead within this time without seeing them. */
    countUnseen: async (userId: number, withinMs: number): Promise<number> => {
      const unseen = ofPerson(db, userId, now() - withinMs).where('shown_at', 'is', null)
      return (await unseen.select((row) => row.fn.countAll<number>().as('found')).executeTakeFirstOrThrow()).found
    },
    /** How many different records a person has been sent within this time, shown or read ahead. */
    countSubjects: async (userId: number, withinMs: number): Promise<number> => {
      const sent = ofPerson(db, userId, now() - withinMs)
      const counted = sent.select((row) => row.fn.count<number>('subject').distinct().as('found'))
      return (await counted.executeTakeFirstOrThrow()).found
    },
    /** The views that match a filter, newest first. */
    search: (query: ViewQuery): Promise<View[]> => search(db, query),
    /** How many views match, counted up to `most`: an answer above it says that there are more. */
    count: (filter: ViewFilter, most: number): Promise<number> => count(db, filter, most),
    /** Removes views older than this, some at a time so that nothing waits long; answers how many. */
    sweep: async (keepMs: number): Promise<number> => {
      const old = db
        .selectFrom('viewing')
        .select('seq')
        .where('read_at', '<=', now() - keepMs)
        .orderBy('read_at')
      let removed = 0
      for (;;) {
        const some = await countChanged(db.deleteFrom('viewing').where('seq', 'in', old.limit(SWEPT_AT_ONCE)))
        removed += some
        if (some < SWEPT_AT_ONCE) return removed
      }
    },
  }
}
