import type { Kysely } from 'kysely'
import type { Sealer } from './seal.ts'
import type { Tables } from './tables.ts'

/** A member of staff at their last sign-in. Times are UTC milliseconds. */
export interface StaffMember {
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly role: string
  readonly signedInAt: number
}

export interface StaffUses extends StaffMember {
  readonly uses: Readonly<Record<string, number>>
}

/** Who signed in last with which role, and when each of their permissions was last used: for access reviews (R14). */
export type Access = ReturnType<typeof createAccess>

interface Names {
  readonly name: string
  readonly email: string
}

export function namesOf(people: readonly StaffMember[]): (userId: number) => string {
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  return (userId) => names.get(userId) ?? `User ${userId}`
}

const contextOf = (userId: number): string => `staff:${userId}`

async function usesOf(db: Kysely<Tables>): Promise<ReadonlyMap<number, Readonly<Record<string, number>>>> {
  const rows = await db.selectFrom('permission_use').selectAll().execute()
  const byPerson = Map.groupBy(rows, ({ user_id: userId }) => userId)
  return new Map(
    [...byPerson].map(([userId, own]) => [userId, Object.fromEntries(own.map((row) => [row.permission, row.used_at]))]),
  )
}

export function createAccess(db: Kysely<Tables>, sealer: Sealer) {
  return {
    /** Notes a sign-in, in place of the person's last one. */
    signedIn: async ({ userId, name, email, role, signedInAt }: StaffMember): Promise<void> => {
      const sealed = sealer.seal(contextOf(userId), { name, email } satisfies Names)
      const row = { sealed, role, signed_in_at: signedInAt }
      await db
        .insertInto('staff_member')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    },
    /** Notes a use of a permission, in place of its last one. */
    used: async (userId: number, permission: string, usedAt: number): Promise<void> => {
      await db
        .insertInto('permission_use')
        .values({ user_id: userId, permission, used_at: usedAt })
        .onConflict((conflict) => conflict.columns(['user_id', 'permission']).doUpdateSet({ used_at: usedAt }))
        .execute()
    },
    /** Everyone who has ever signed in, the last one first; without those sealed under another key. */
    list: async (): Promise<StaffUses[]> => {
      const [rows, uses] = await Promise.all([
        db.selectFrom('staff_member').selectAll().orderBy('signed_in_at', 'desc').execute(),
        usesOf(db),
      ])
      return rows.flatMap(({ user_id: userId, role, signed_in_at: signedInAt, sealed }) => {
        const names = sealer.open<Names>(contextOf(userId), sealed)
        return names === undefined ? [] : [{ userId, ...names, role, signedInAt, uses: uses.get(userId) ?? {} }]
      })
    },
  }
}
