import { createHmac, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
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

/**
 * Checks the key against the value that the store keeps of it, from which the key cannot be found: a gateway with another
 * key would break the chain with its first record.
 *
 * @param isOwn whether the trail was written with the key, for a store that keeps no value yet
 * @throws StoreError for another key than the first gateway had
 */
export async function assertSameKey(db: Kysely<Tables>, key: Uint8Array, isOwn: () => Promise<boolean>): Promise<void> {
  const value = createHmac('sha256', key).update('countersign audit key check').digest('hex')
  const known = await factOf(db, 'audit-key')
  if (known === undefined ? (await isOwn()) && (await settled(db, 'audit-key', value)) === value : known === value)
    return
  throw new StoreError(
    'the audit trail of this store does not fit AUDIT_KEY: set the key it was written with, the same at every start and on every gateway',
  )
}
