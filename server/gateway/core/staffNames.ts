import type { GatewayContext } from './gatewayContext.ts'

/** Says by which name screens call a member of staff. */
export type StaffNames = (person: { readonly userId: number; readonly email: string }) => string

/** The names of staff as of their last sign-in. Someone without a known one goes by the e-mail address. */
export async function staffNames({ store }: Pick<GatewayContext, 'store'>): Promise<StaffNames> {
  const people = await store.access.list().catch(() => [])
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  return ({ userId, email }) => names.get(userId) || email
}
