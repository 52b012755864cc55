import type { Kysely } from 'kysely'
import { createId, hashId, type Sealer } from './seal.ts'
import { countChanged, type Tables } from './tables.ts'

/** The data of a sign-in from the redirect to the callback: PKCE verifier, state, nonce, the page to open. */
export interface SignIn {
  verifier: string
  state: string
  nonce: string
  next?: string
  /** Set where a signed-in person proves again who they are: the session by its hash, and when it began. */
  stepUp?: { readonly session: string; readonly startedAt: number }
}

/** A browser on its way to the identity provider. */
export interface ProviderVisit {
  /** The provider's address, whose query no script of the page may learn. */
  location: string
  /** What comes back from there; absent where the browser goes there to sign out. */
  signIn?: SignIn
}

/** OpenID Connect transactions between redirect and callback; each can be taken once (T7). */
export type SignInTransactions = ReturnType<typeof createSignIns>

function contextOf(idHash: string): string {
  return `sign-in:${idHash}`
}

/** @param now the clock, UTC milliseconds */
export function createSignIns(db: Kysely<Tables>, sealer: Sealer, now: () => number) {
  const opened = (idHash: string, row: Pick<Tables['sign_in'], 'sealed' | 'expires_at'> | undefined) =>
    row && now() < row.expires_at ? sealer.open<ProviderVisit>(contextOf(idHash), row.sealed) : undefined
  return {
    /** Stores a transaction, encrypted; answers the id for the short-lived cookie. */
    begin: async (transaction: ProviderVisit, ttlMs: number): Promise<string> => {
      const id = createId()
      const idHash = hashId(id)
      const sealed = sealer.seal(contextOf(idHash), transaction)
      await db
        .insertInto('sign_in')
        .values({ id_hash: idHash, sealed, expires_at: now() + ttlMs })
        .execute()
      return id
    },
    /** The transaction, which stays; `undefined` as for `take`. */
    find: async (id: string): Promise<ProviderVisit | undefined> => {
      const idHash = hashId(id)
      const row = await db
        .selectFrom('sign_in')
        .select(['sealed', 'expires_at'])
        .where('id_hash', '=', idHash)
        .executeTakeFirst()
      return opened(idHash, row)
    },
    /** Takes the transaction out: `undefined` when unknown, taken before, expired, or sealed under another key. */
    take: async (id: string): Promise<ProviderVisit | undefined> => {
      const idHash = hashId(id)
      const row = await db
        .deleteFrom('sign_in')
        .where('id_hash', '=', idHash)
        .returning(['sealed', 'expires_at'])
        .executeTakeFirst()
      return opened(idHash, row)
    },
    /** Removes expired transactions; answers how many. */
    sweep: (): Promise<number> => countChanged(db.deleteFrom('sign_in').where('expires_at', '<=', now())),
  }
}
