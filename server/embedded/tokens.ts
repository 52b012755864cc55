import { createHash, randomBytes } from 'node:crypto'
import { statements } from './database.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The upstream sessions that `Authorization: Token {token}` names. */
export type Tokens = ReturnType<typeof openTokens>

const LIFETIME_SECONDS = 24 * 3600
const now = (): number => Math.floor(Date.now() / 1000)
const hash = (token: string): string => createHash('sha256').update(token).digest('hex')

export function openTokens(database: DatabaseSync) {
  database.exec(`CREATE TABLE IF NOT EXISTS tokens (
    hash TEXT PRIMARY KEY, user_id INTEGER NOT NULL, is_staff INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`)
  const { first, run } = statements(database)
  return {
    /** Makes a token of 40 hexadecimal digits; only its hash is stored. */
    issue(userId: number, isStaff: boolean): string {
      const token = randomBytes(20).toString('hex')
      run('DELETE FROM tokens WHERE expires <= ?', [now()])
      run('INSERT INTO tokens VALUES (?, ?, ?, ?)', [hash(token), userId, Number(isStaff), now() + LIFETIME_SECONDS])
      return token
    },
    /** The user of the token; undefined for a token that was never issued or has expired. */
    holder(token: string) {
      const row = first('SELECT user_id, is_staff FROM tokens WHERE hash = ? AND expires > ?', [hash(token), now()])
      return row && { userId: Number(row['user_id']), isStaff: row['is_staff'] === 1 }
    },
  }
}

const schemes = { token: /^Token ([0-9a-f]{40})$/, raw: /^([0-9a-f]{40})$/ } as const

const callers = new WeakMap<FastifyRequest, number>()

/** The user id of the staff member who sent the request; throws for a request that `requireToken` did not check. */
export function callerOf(request: FastifyRequest): number {
  const userId = callers.get(request)
  if (userId === undefined) throw new Error('the request was not authenticated')
  return userId
}

/**
 * Refuses every request to `app` without a staff member's token: 401 in the words of the real services, 403 for other
 * users. `scheme` is the form of the Authorization header: after the word Token, or the bare token (D-29).
 */
export function requireToken(app: FastifyInstance, tokens: Tokens, scheme: keyof typeof schemes = 'token'): void {
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    const token = schemes[scheme].exec(request.headers.authorization ?? '')?.[1]
    const holder = token === undefined ? undefined : tokens.holder(token)
    if (!holder) return reply.code(401).send({ detail: 'Invalid token.' })
    if (!holder.isStaff) {
      return reply.code(403).send({ detail: 'You do not have permission to perform this action.' })
    }
    callers.set(request, holder.userId)
    return undefined
  })
}
