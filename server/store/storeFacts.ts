import { createHmac, type KeyObject, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ChainKeys } from './auditChain.ts'
import { StoreError, type Tables } from './tables.ts'

const factOf = async (db: Kysely<Tables>, name: string): Promise<string | undefined> =>
  (await db.selectFrom('store_fact').select('value').where('name', '=', name).executeTakeFirst())?.value

/** The fact of this name, which the first gateway that opens the store decides. */
async function settled(db: Kysely<Tables>, name: string, value: string): Promise<string> {
  const known = await factOf(db, name)
  if (known !== undefined) return known
  await db
    .insertInto('store_fact')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await factOf(db, name)) ?? value
}

/** The identity of the store, made when it is first opened: checkpoints name it. */
export const identityOf = (db: Kysely<Tables>): Promise<string> => settled(db, 'identity', randomUUID())

/** What the store keeps of a key, from which the key cannot be found. */
const checkOf = (key: KeyObject): string =>
  createHmac('sha256', key).update('countersign audit key check').digest('hex')

const KEY = 'audit-key'

/** What the store keeps of the keys it had: the first as `audit-key`, later ones as `audit-key-2` and so on. */
async function knownKeys(db: Kysely<Tables>): Promise<readonly string[]> {
  const facts = await db.selectFrom('store_fact').selectAll().where('name', 'like', `${KEY}%`).execute()
  const numberOf = (name: string): number => Number(name.slice(KEY.length + 1) || 1)
  return facts.toSorted((a, b) => numberOf(a.name) - numberOf(b.name)).map(({ value }) => value)
}

interface KeyParts {
  /** Whether the trail was written with the present key, for a store that keeps nothing of its keys yet. */
  readonly isOwn: () => Promise<boolean>
  /** Begins the use of a new key on record. */
  readonly onChange: () => Promise<void>
}

/**
 * Checks the keys against what the store keeps of the one that was used last: a gateway with another key would break the
 * chain with its first record. Where the last one is an earlier key, the present key is new and takes its place.
 *
 * @throws StoreError for a key that is not the last one, and does not follow it
 */
export async function settleKey(
  db: Kysely<Tables>,
  [present, ...earlier]: ChainKeys,
  { isOwn, onChange }: KeyParts,
): Promise<void> {
  const value = checkOf(present)
  const known = await knownKeys(db)
  const last = known.at(-1)
  if (last === value) return
  if (last === undefined) {
    if ((await isOwn()) && (await settled(db, KEY, value)) === value) return
  } else if (!known.includes(value) && earlier.some((key) => checkOf(key) === last)) {
    // On record first: the fact would otherwise name a key that no record has.
    await onChange()
    if ((await settled(db, `${KEY}-${known.length + 1}`, value)) === value) return
  }
  throw new StoreError(
    'the audit trail of this store does not fit AUDIT_KEY: set the key it was written with, the same at every start and on every gateway; a new key needs that one in AUDIT_KEY_PREVIOUS',
  )
}
