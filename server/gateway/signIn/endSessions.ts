import type { FastifyBaseLogger } from 'fastify'
import { cancelApprovals } from '../audit/approvalEvents.ts'
import type { AuditActor } from '../../store/auditRecord.ts'
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
  for (const entry of entries) if (await store.sessions.endByKey(entry.key)) ended.push(entry)
  for (const { key, data } of ended) {
    const details = { why, userId: data.userId }
    const event = { operation: 'auth.sessionEnded', actor, requestId, ip, sessionHash: key, details }
    // The session is over even if that cannot be recorded.
    await store.audit.event(event).catch((error: unknown) => log.error({ err: error }, 'audit event failed'))
  }
  if (why === 'ended by an administrator')
    for (const subject of new Set(ended.map(({ data }) => data.subject)))
      await cancelApprovals({ store }, hashId(subject)).catch((error: unknown) =>
        log.error({ err: error }, 'approvals not cancelled'),
      )
  await Promise.all(ended.map(({ data }) => revokeQuietly(identity, log, data)))
  return ended.length
}
