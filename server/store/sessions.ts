import type { Kysely } from 'kysely'
import { createId, hashId, type Sealer } from './seal.ts'
import { StoreError, type Tables } from './tables.ts'

const TOUCH_EVERY_MS = 30_000
/** Longer than a round of upkeep takes, so that only a crash lets it run out. */
const UPKEEP_MS = 60_000

/** What the gateway keeps of a signed-in member of staff; times are UTC milliseconds. */
export interface SessionData {
  userId: number
  email: string
  firstName: string
  lastName: string
  role: string
  authType: 'user'
  /** What else the console's service says of the person. The browser receives it. */
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

/** Staff sessions: found by a 256-bit id of which only the hash is stored, data encrypted (S-01, T1). */
export interface Sessions {
  /** Opens a session under a new id. */
  create(data: SessionData, lifetime: { absoluteMs: number }): Promise<Session>
  /** The session while it lives: `undefined` when unknown, past either limit, or sealed under another key. */
  find(id: string, idleMs: number): Promise<Session | undefined>
  /** Records activity, at most once in 30 s, so idle time is known to within 30 s. Unknown ids are left alone. */
  touch(id: string): Promise<void>
  /**
   * Takes the session for one round of upkeep, for all gateways together; answers the function that gives it back, or
   * `undefined` while another round has it or where there is no such session.
   */
  takeUpkeep(id: string): Promise<(() => Promise<void>) | undefined>
  /** Replaces the data. @throws StoreError when the session has ended meanwhile: it is never revived */
  update(id: string, data: SessionData): Promise<void>
  /** Ends the session; true only for the one call that ended it. */
  end(id: string): Promise<boolean>
  /** Ends every session of an identity provider's subject; answers how many. */
  endAllOf(subject: string): Promise<number>
  /** Removes expired sessions; answers how many. */
  sweep(idleMs: number): Promise<number>
}

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
export function createSessions(db: Kysely<Tables>, sealer: Sealer, now: () => number): Sessions {
  return {
    create: async (data, { absoluteMs }) => {
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
    find: (id, idleMs) => find(db, sealer, id, { time: now(), idleMs }),
    touch: async (id) => {
      await db
        .updateTable('session')
        .set({ last_active_at: now() })
        .where('id_hash', '=', hashId(id))
        .where('last_active_at', '<=', now() - TOUCH_EVERY_MS)
        .execute()
    },
    takeUpkeep: (id) => takeUpkeep(db, id, now()),
    update: async (id, data) => {
      const idHash = hashId(id)
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({ sealed: sealer.seal(contextOf(idHash), data), subject_hash: hashId(data.subject) })
        .where('id_hash', '=', idHash)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new StoreError('the session has ended')
    },
    end: async (id) => {
      const { numDeletedRows } = await db
        .deleteFrom('session')
        .where('id_hash', '=', hashId(id))
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    endAllOf: async (subject) => {
      const ended = await db.deleteFrom('session').where('subject_hash', '=', hashId(subject)).executeTakeFirstOrThrow()
      return Number(ended.numDeletedRows)
    },
    sweep: async (idleMs) => {
      const { numDeletedRows } = await db
        .deleteFrom('session')
        .where((row) => row.or([row('expires_at', '<=', now()), row('last_active_at', '<=', now() - idleMs)]))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
