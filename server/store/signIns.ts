import type { Kysely } from 'kysely'
import { createId, hashId, type Sealer } from './seal.ts'
import type { Tables } from './tables.ts'

/** What a sign-in must remember from the redirect to the callback: PKCE verifier, state, nonce, the wanted page. */
export interface SignIn {
  verifier: string
  state: string
  nonce: string
  next?: string
}

/** OpenID Connect transactions between redirect and callback; each can be taken once (T7). */
export interface SignInTransactions {
  /** Stores a transaction, encrypted; answers the id for the short-lived cookie. */
  begin(transaction: SignIn, ttlMs: number): Promise<string>
  /** Takes the transaction out: `undefined` when unknown, taken before, expired, or sealed under another key. */
  take(id: string): Promise<SignIn | undefined>
  /** Removes expired transactions; answers how many. */
  sweep(): Promise<number>
}

function contextOf(idHash: string): string {
  return `sign-in:${idHash}`
}

/** @param now the clock, UTC milliseconds */
export function createSignIns(db: Kysely<Tables>, sealer: Sealer, now: () => number): SignInTransactions {
  return {
    begin: async (transaction, ttlMs) => {
      const id = createId()
      const idHash = hashId(id)
      const sealed = sealer.seal(contextOf(idHash), transaction)
      await db
        .insertInto('sign_in')
        .values({ id_hash: idHash, sealed, expires_at: now() + ttlMs })
        .execute()
      return id
    },
    take: async (id) => {
      const idHash = hashId(id)
      const row = await db
        .deleteFrom('sign_in')
        .where('id_hash', '=', idHash)
        .returning(['sealed', 'expires_at'])
        .executeTakeFirst()
      if (!row || now() >= row.expires_at) return undefined
      const text = sealer.open(contextOf(idHash), row.sealed)
      return text === undefined ? undefined : (JSON.parse(text) as SignIn)
    },
    sweep: async () => {
      const removed = await db.deleteFrom('sign_in').where('expires_at', '<=', now()).executeTakeFirstOrThrow()
      return Number(removed.numDeletedRows)
    },
  }
}
