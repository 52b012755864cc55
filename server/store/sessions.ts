import type { Kysely, Selectable } from 'kysely'
import { createId, hashId, type Sealer } from './seal.ts'
import { countChanged, hasChanged, StoreError, type Tables } from './tables.ts'

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
  /** When the person last proved who they are; missing where the provider does not say. */
  authTime?: number
  /** The provider's name for its own session, by which it ends this one. */
  providerSession?: string
  /** What the person signed in with, in a few words, and from where. */
  device?: string
  ip?: string
}

/** A live session. `id` is the cookie's value; `expiresAt` is the absolute end, whatever the activity. */
export interface Session {
  id: string
  data: SessionData
  createdAt: number
  lastActiveAt: number
  expiresAt: number
}

/** A live session without its id: `key` is the hash by which others refer to it. */
export interface SessionEntry extends Omit<Session, 'id'> {
  readonly key: string
}

/** Staff sessions, found by a 256-bit id of which only the hash is stored, with encrypted data (S-01, T1). */
export type Sessions = ReturnType<typeof createSessions>

function contextOf(idHash: string): string {
  return `session:${idHash}`
}

type Opener = (key: string, sealed: string) => SessionData | undefined

const MOST_KEPT = 1000

/** Deciphers the data of sessions. The last are kept, because every request reads one. */
function createOpener(sealer: Sealer): Opener {
  const kept = new Map<string, { readonly sealed: string; readonly data: SessionData }>()
  return (key, sealed) => {
    const known = kept.get(key)
    if (known?.sealed === sealed) return known.data
    const data = sealer.open<SessionData>(contextOf(key), sealed)
    if (data === undefined) return undefined
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, { sealed, data: Object.freeze(data) })
    return data
  }
}

const liveRows = (db: Kysely<Tables>, time: number, idleMs: number) =>
  db
    .selectFrom('session')
    .selectAll()
    .where('expires_at', '>', time)
    .where('last_active_at', '>', time - idleMs)

/** The sessions of rows that can be opened with this key. */
const entriesOf = (rows: readonly Selectable<Tables['session']>[], open: Opener): SessionEntry[] =>
  rows.flatMap(
    ({ id_hash: key, sealed, created_at: createdAt, last_active_at: lastActiveAt, expires_at: expiresAt }) => {
      const data = open(key, sealed)
      return data === undefined ? [] : [{ key, data, createdAt, lastActiveAt, expiresAt }]
    },
  )

/** Finds a live session by the hash of its id. The query is compiled once, because every request makes it. */
function createFinder(db: Kysely<Tables>, open: Opener) {
  const query = liveRows(db, 0, 0).where('id_hash', '=', '').compile()
  return async (key: string, time: number, idleMs: number): Promise<SessionEntry | undefined> => {
    const { rows } = await db.executeQuery<Selectable<Tables['session']>>({
      ...query,
      parameters: [time, time - idleMs, key],
    })
    return entriesOf(rows, open)[0]
  }
}

async function takeUpkeep(db: Kysely<Tables>, id: string, time: number): Promise<(() => Promise<void>) | undefined> {
  const until = time + UPKEEP_MS
  const free = db.updateTable('session').where('id_hash', '=', hashId(id)).where('upkeep_until', '<=', time)
  if (!(await hasChanged(free.set({ upkeep_until: until })))) return undefined
  return async () => {
    await db
      .updateTable('session')
      .set({ upkeep_until: 0 })
      .where('id_hash', '=', hashId(id))
      .where('upkeep_until', '=', until)
      .execute()
  }
}

async function create(
  db: Kysely<Tables>,
  sealer: Sealer,
  data: SessionData,
  { createdAt, absoluteMs }: { createdAt: number; absoluteMs: number },
): Promise<Session> {
  const id = createId()
  const idHash = hashId(id)
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
}

async function renew(
  db: Kysely<Tables>,
  sealer: Sealer,
  { id, data, time }: { id: string; data: SessionData; time: number },
): Promise<string> {
  const next = createId()
  const idHash = hashId(next)
  const renewed = { id_hash: idHash, sealed: sealer.seal(contextOf(idHash), data), last_active_at: time }
  const isRenewed = await hasChanged(db.updateTable('session').set(renewed).where('id_hash', '=', hashId(id)))
  if (!isRenewed) throw new StoreError('the session has ended')
  return next
}

/** @param now the clock, UTC milliseconds */
export function createSessions(db: Kysely<Tables>, sealer: Sealer, now: () => number) {
  const open = createOpener(sealer)
  const findLive = createFinder(db, open)
  const endByKey = (key: string): Promise<boolean> => hasChanged(db.deleteFrom('session').where('id_hash', '=', key))
  return {
    /** Opens a session under a new id. */
    create: (data: SessionData, { absoluteMs }: { absoluteMs: number }): Promise<Session> =>
      create(db, sealer, data, { createdAt: now(), absoluteMs }),
    /** The session while it lives: `undefined` when unknown, past either limit, or sealed under another key. */
    find: async (id: string, idleMs: number): Promise<Session | undefined> => {
      const entry = await findLive(hashId(id), now(), idleMs)
      if (entry === undefined) return undefined
      const { data, createdAt, lastActiveAt, expiresAt } = entry
      return { id, data, createdAt, lastActiveAt, expiresAt }
    },
    /** Every live session, or those of one subject of the identity provider, the newest first. */
    list: async (idleMs: number, subject?: string): Promise<SessionEntry[]> => {
      const rows = await liveRows(db, now(), idleMs)
        .$if(subject !== undefined, (query) => query.where('subject_hash', '=', hashId(subject ?? '')))
        .orderBy('created_at', 'desc')
        .execute()
      return entriesOf(rows, open)
    },
    /**
     * Gives the session a new id and data, with the same limits; the old id finds nothing from then on.
     *
     * @throws StoreError when the session has ended
     */
    renew: (id: string, data: SessionData): Promise<string> => renew(db, sealer, { id, data, time: now() }),
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
      const updated = { sealed: sealer.seal(contextOf(idHash), data), subject_hash: hashId(data.subject) }
      const isLive = await hasChanged(db.updateTable('session').set(updated).where('id_hash', '=', idHash))
      if (!isLive) throw new StoreError('the session has ended')
    },
    /** Ends the session; true only for the one call that ended it. */
    end: (id: string): Promise<boolean> => endByKey(hashId(id)),
    endByKey,
    /** Removes expired sessions; answers how many. */
    sweep: (idleMs: number): Promise<number> =>
      countChanged(
        db
          .deleteFrom('session')
          .where((row) => row.or([row('expires_at', '<=', now()), row('last_active_at', '<=', now() - idleMs)])),
      ),
  }
}
