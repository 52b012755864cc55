import type { Kysely } from 'kysely'
import { createId, hashId, type Sealer } from './seal.ts'
import { countDeleted, StoreError, type Tables } from './tables.ts'

const TOUCH_EVERY_MS = 30_000
/** Longer than a round of upkeep, so that it only expires after a crash. */
const UPKEEP_MS = 60_000

/** The data of a signed-in member of staff; times are UTC milliseconds. */
export interface SessionData {
  userId: number
  email: string
  firstName: string
  lastName: string
  role: string
  authType: 'user'
  /** Further data of the person from the console's service. The browser receives it. */
  details?: Readonly<Record<string, unknown>>
  upstreamToken: string
  accessToken: string
  accessTokenExpiresAt: number
  refreshToken?: string
  idToken: string
  subject: string
  staffCheckedAt: number
}

/** A live session. `id` is the cookie's value; `expiresAt` is the absolute end, whatever the activity. */
export interface Session {
  id: string
  data: SessionData
  createdAt: number
  lastActiveAt: number
  expiresAt: number
}

/** Staff sessions, found by a 256-bit id of which only the hash is stored, with encrypted data (S-01, T1). */
export type Sessions = ReturnType<typeof createSessions>

function contextOf(idHash: string): string {
  return `session:${idHash}`
}

async function find(
  db: Kysely<Tables>,
  sealer: Sealer,
  id: string,
  limits: { time: number; idleMs: number },
): Promise<Session | undefined> {
  const idHash = hashId(id)
  const row = await db.selectFrom('session').selectAll().where('id_hash', '=', idHash).executeTakeFirst()
  if (!row || limits.time >= row.expires_at || limits.time >= row.last_active_at + limits.idleMs) return undefined
  const text = sealer.open(contextOf(idHash), row.sealed)
  if (text === undefined) return undefined
  const data = JSON.parse(text) as SessionData
  return { id, data, createdAt: row.created_at, lastActiveAt: row.last_active_at, expiresAt: row.expires_at }
}

async function takeUpkeep(db: Kysely<Tables>, id: string, time: number): Promise<(() => Promise<void>) | undefined> {
  const until = time + UPKEEP_MS
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ upkeep_until: until })
    .where('id_hash', '=', hashId(id))
    .where('upkeep_until', '<=', time)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return undefined
  return async () => {
    await db
      .updateTable('session')
      .set({ upkeep_until: 0 })
      .where('id_hash', '=', hashId(id))
      .where('upkeep_until', '=', until)
      .execute()
  }
}

/** @param now the clock, UTC milliseconds */
export function createSessions(db: Kysely<Tables>, sealer: Sealer, now: () => number) {
  return {
    /** Opens a session under a new id. */
    create: async (data: SessionData, { absoluteMs }: { absoluteMs: number }): Promise<Session> => {
      const id = createId()
      const idHash = hashId(id)
      const createdAt = now()
      const expiresAt = createdAt + absoluteMs
      await db
        .insertInto('session')
        .values({
          id_hash: idHash,
          subject_hash: hashId(data.subject),
          sealed: sealer.seal(contextOf(idHash), data),
          created_at: createdAt,
          last_active_at: createdAt,
          expires_at: expiresAt,
        })
        .execute()
      return { id, data, createdAt, lastActiveAt: createdAt, expiresAt }
    },
    /** The session while it lives: `undefined` when unknown, past either limit, or sealed under another key. */
    find: (id: string, idleMs: number): Promise<Session | undefined> => find(db, sealer, id, { time: now(), idleMs }),
    /** Records activity, at most once in 30 s, so idle time is known to within 30 s. Unknown ids have no effect. */
    touch: async (id: string): Promise<void> => {
      await db
        .updateTable('session')
        .set({ last_active_at: now() })
        .where('id_hash', '=', hashId(id))
        .where('last_active_at', '<=', now() - TOUCH_EVERY_MS)
        .execute()
    },
    /**
     * Takes the session for one round of upkeep, for all gateways together; answers the function that returns it, or
     * `undefined` while another round has it or for an unknown session.
     */
    takeUpkeep: (id: string): Promise<(() => Promise<void>) | undefined> => takeUpkeep(db, id, now()),
    /** Replaces the data. @throws StoreError when the session has ended: it is never revived */
    update: async (id: string, data: SessionData): Promise<void> => {
      const idHash = hashId(id)
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({ sealed: sealer.seal(contextOf(idHash), data), subject_hash: hashId(data.subject) })
        .where('id_hash', '=', idHash)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new StoreError('the session has ended')
    },
    /** Ends the session; true only for the one call that ended it. */
    end: async (id: string): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('session')
        .where('id_hash', '=', hashId(id))
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    /** Ends every session of an identity provider's subject; answers how many. */
    endAllOf: (subject: string): Promise<number> =>
      countDeleted(db.deleteFrom('session').where('subject_hash', '=', hashId(subject))),
    /** Removes expired sessions; answers how many. */
    sweep: (idleMs: number): Promise<number> =>
      countDeleted(
        db
          .deleteFrom('session')
          .where((row) => row.or([row('expires_at', '<=', now()), row('last_active_at', '<=', now() - idleMs)])),
      ),
  }
}
