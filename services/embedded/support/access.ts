import { statements } from '../../../server/embedded/database.ts'
import { Random } from '../data/random.ts'
import { conflict, done, userNotFound } from '../outcome.ts'
import { usersByEmail } from './users.ts'
import type { DeskParts } from '../clearing/firm.ts'
import type { Outcome } from '../outcome.ts'

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

/** A login of a user at the identity provider. */
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
