import type { FastifyBaseLogger } from 'fastify'
import { cancelApprovals } from '../audit/approvalEvents.ts'
import type { AuditActor, AuditEvent } from '../../store/auditRecord.ts'
import type { Store } from '../../store/openStore.ts'
import { hashId } from '../../store/seal.ts'
import type { SessionData, SessionEntry } from '../../store/sessions.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import type { IdentityProvider } from './identityProvider.ts'

type Tokens = Pick<SessionData, 'accessToken' | 'refreshToken'>

/** Ends tokens at the provider. They expire by themselves where that fails, and the gateway forgets them in any case. */
export async function revokeQuietly(
  identity: Pick<IdentityProvider, 'revoke'>,
  log: FastifyBaseLogger,
  { accessToken, refreshToken }: Tokens,
): Promise<void> {
  await identity
    .revoke({ accessToken, ...(refreshToken === undefined ? {} : { refreshToken }) })
    .catch((error: unknown) => log.warn({ err: error }, 'tokens not revoked'))
}

/** Ends a session with its event, and also where that cannot be recorded. True for the one call that ended it. */
export const endOnRecord = (
  { change, sessions }: Pick<Store, 'change' | 'sessions'>,
  log: FastifyBaseLogger,
  key: string,
  event: AuditEvent,
): Promise<boolean> =>
  change(async (tables, record) => {
    const isEnded = await tables.sessions.endByKey(key)
    if (isEnded) await record(event)
    return isEnded
  }).catch((error: unknown) => {
    log.error({ err: error }, 'audit event failed')
    return sessions.endByKey(key)
  })

/** Who ended sessions, and why, in the words of the audit trail. */
export interface Ending {
  /** The person; null where the identity provider asked for it. */
  readonly actor: AuditActor | null
  readonly why:
    | 'ended by the person'
    | 'ended by an administrator'
    | 'ended by the identity provider'
    | 'ended by a sign-in of the person elsewhere'
  readonly requestId: string
  readonly ip: string
  readonly log: FastifyBaseLogger
}

/**
 * Ends sessions at once and on record, then their tokens at the provider. Where an administrator ends them, what these
 * people have requested is cancelled. Answers how many this call has ended.
 */
export async function endSessions(
  { store }: GatewayContext,
  identity: Pick<IdentityProvider, 'revoke'>,
  entries: readonly SessionEntry[],
  { actor, why, requestId, ip, log }: Ending,
): Promise<number> {
  const ended: SessionEntry[] = []
  for (const entry of entries) {
    const details = { why, userId: entry.data.userId }
    const event = { operation: 'auth.sessionEnded', actor, requestId, ip, sessionHash: entry.key, details }
    if (await endOnRecord(store, log, entry.key, event)) ended.push(entry)
  }
  if (why === 'ended by an administrator')
    for (const subject of new Set(ended.map(({ data }) => data.subject)))
      await cancelApprovals({ store }, hashId(subject)).catch((error: unknown) =>
        log.error({ err: error }, 'approvals not cancelled'),
      )
  await Promise.all(ended.map(({ data }) => revokeQuietly(identity, log, data)))
  return ended.length
}
