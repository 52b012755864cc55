import { inTransaction, statements } from '../../../server/embedded/database.ts'
import type { DeskParts } from '../accounts/details.ts'
import { ownersName } from '../data/account.ts'
import { Random } from '../../../server/embedded/random.ts'
import { conflict, done, type Outcome, refused, userNotFound } from '../shared/requests.ts'
import { usersByEmail } from './users.ts'

/** A user in the partner service (D-175). */
export interface PartnerUser {
  readonly email: string
  readonly division_userid: string
  readonly division: string
  readonly firstname: string
  readonly lastname: string
}

/** Access to personal mentoring and to the partner service. */
export function access({ database }: DeskParts) {
  const { first, run } = statements(database)
  const users = usersByEmail(database)

  /** Gives or removes personal access (D-169). */
  function setPersonal(email: string, isActive: boolean): Outcome {
    const user = users.find(email)
    if (!user) return userNotFound
    const word = isActive ? 'activated' : 'deactivated'
    const row = first('SELECT has_mentor FROM support_users WHERE user_id = ?', [user.userId])
    if ((row?.['has_mentor'] === 1) === isActive) return done(`Personal access is already ${word}`)
    run(
      `INSERT INTO support_users (user_id, has_mentor) VALUES (?1, ?2)
       ON CONFLICT DO UPDATE SET has_mentor = excluded.has_mentor`,
      [user.userId, Number(isActive)],
    )
    return done(`Personal access ${word}`)
  }

  /** Registers a user with the partner service. A user id of a division belongs to one person permanently. */
  function givePartner(given: PartnerUser): Outcome {
    const user = users.find(given.email)
    if (!user) return userNotFound
    const key = [given.division.trim(), given.division_userid.trim()]
    const owner = first('SELECT user_id FROM partner_users WHERE division = ? AND division_userid = ?', key)
    if (owner && owner['user_id'] !== user.userId) return conflict('The Division UserId belongs to another user')
    run('INSERT OR REPLACE INTO partner_users VALUES (?, ?, ?, ?, ?)', [
      ...key,
      user.userId,
      given.firstname.trim(),
      given.lastname.trim(),
    ])
    return done(owner ? 'Mcom access updated' : 'Mcom access given')
  }

  return { setPersonal, givePartner }
}

interface Login {
  readonly id: string
  readonly status: string
  readonly credentials: { readonly provider: { readonly type: string; readonly name: string } }
}

const networks = ['GOOGLE', 'APPLE', 'FACEBOOK'] as const

function providerFor(random: Random): Login['credentials']['provider'] {
  const draw = random.next()
  if (draw < 0.65) return { type: 'OKTA', name: 'OKTA' }
  if (draw < 0.93) return { type: 'SOCIAL', name: random.pick(networks) }
  return { type: 'FEDERATION', name: 'Partner sign-in' }
}

/** The logins by e-mail address: one for a registered user, none otherwise (D-171). */
export function logins({ database, seed }: Pick<DeskParts, 'database' | 'seed'>) {
  const users = usersByEmail(database)
  return (email: string): readonly Login[] => {
    const user = users.find(email)
    if (!user) return []
    const random = new Random(seed, user.userId, 80)
    const provider = providerFor(random)
    const status = provider.type === 'OKTA' && random.chance(0.08) ? 'LOCKED_OUT' : 'ACTIVE'
    return [{ id: `00u${user.userId}`, status, credentials: { provider } }]
  }
}

/** The fields of a user that support can change, with their maximum lengths (spec back-office section 5). */
export const informationFields = {
  first_name: 128,
  last_name: 128,
  phone: 10,
  zipcode: 5,
  state: 128,
  city: 128,
  address: 256,
} as const

/** Changes of a user; absent fields do not change (D-176). */
export type Information = Readonly<Partial<Record<keyof typeof informationFields, string>>>

const EMAIL = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/

function problemIn({ phone, zipcode }: Information): string | undefined {
  if (zipcode !== undefined && !/^\d{5}$/.test(zipcode)) return 'Zipcode must be 5 digits'
  if (phone !== undefined && !/^\d{10}$/.test(phone)) return 'Phone number must be 10 digits'
  return undefined
}

/** Changes of names, addresses and e-mail addresses. */
export function particulars({ database, detail, changed }: DeskParts) {
  const { run } = statements(database)
  const users = usersByEmail(database)

  /** Moves a user to another e-mail address: sign-in, list, detail and orders follow (D-173). */
  function changeEmail(oldEmail: string, newEmail: string): Outcome {
    const email = newEmail.trim()
    if (!EMAIL.test(email) || email.length > 254) return refused('New email must be a valid email')
    const user = users.find(oldEmail)
    if (!user) return userNotFound
    if (email.toLowerCase() === oldEmail.trim().toLowerCase()) return refused('New email must differ')
    if (users.isTaken(email)) return conflict('The new email is already in use')
    run('UPDATE accounts SET name = ? WHERE user_id = ? AND name = email', [email, user.userId])
    run('UPDATE accounts SET email = ? WHERE user_id = ?', [email, user.userId])
    changed()
    return done('Email changed')
  }

  function rename(accountId: number): void {
    const found = detail(accountId)
    const shown = found?.detail.account[0]
    if (!found || !shown) return
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    const primary = { ...found.account.primary, given: text(shown['first_name']), family: text(shown['last_name']) }
    const joint = found.detail.joint_user === null ? null : found.account.joint
    run('UPDATE accounts SET name = ? WHERE id = ?', [ownersName(primary, joint).trim(), accountId])
  }

  /** Changes the fields that are given, in every account of the user. */
  function update(email: string, given: Information): Outcome {
    const fields = Object.entries(given).map(([field, value]) => [field, value.trim()] as const)
    const problem = problemIn(given)
    if (problem !== undefined) return refused(problem)
    if (fields.length === 0) return refused('There is nothing to change')
    if (fields.some(([, value]) => value === '')) return refused('A field cannot be changed to nothing')
    const user = users.find(email)
    if (!user) return userNotFound
    inTransaction(database, () => {
      for (const [field, value] of fields) {
        run('INSERT OR REPLACE INTO support_information VALUES (?, ?, ?)', [user.userId, field, value])
      }
      const isRenamed = fields.some(([field]) => field === 'first_name' || field === 'last_name')
      if (isRenamed) for (const id of user.accountIds) rename(id)
    })
    changed()
    return done('User information updated successfully')
  }

  return { changeEmail, update }
}
