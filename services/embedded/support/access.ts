import { statements } from '../../../server/embedded/statements.ts'
import { conflict, done, userNotFound } from './supportParts.ts'
import { usersByEmail } from './users.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { SupportParts } from './supportParts.ts'

/** A user as the partner service is to know them (D-175). */
export interface PartnerUser {
  readonly email: string
  readonly division_userid: string
  readonly division: string
  readonly firstname: string
  readonly lastname: string
}

/** Access to personal mentoring and to the partner service. */
export function access({ database }: SupportParts) {
  const { first, run } = statements(database)
  const users = usersByEmail(database)

  /** Gives a user personal access or takes it away (D-169). */
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

  /** Tells the partner service who a user is there; a user id of a division belongs to one person for good. */
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
