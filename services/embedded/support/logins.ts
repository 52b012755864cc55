import { Random } from '../data/random.ts'
import { usersByEmail } from './users.ts'
import type { SupportParts } from './supportParts.ts'

/** How a user signs in, as the identity provider tells it. */
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

/** The logins of a user by e-mail address: one for everyone who is registered, none for anybody else (D-171). */
export function logins({ database, seed }: Pick<SupportParts, 'database' | 'seed'>) {
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
