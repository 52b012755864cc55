import type { AuditIntent } from '../../../server/store/auditRecord.ts'
import type { SessionData } from '../../../server/store/sessions.ts'

export const sessionData: SessionData = {
  userId: 3,
  email: 'reviewer@countersign.test',
  firstName: 'Rhea',
  lastName: 'Viewer',
  role: 'reviewer',
  authType: 'user',
  details: { termsAgreed: 1, clientExist: true, userAdvisorMenu: [{ id: 1 }] },
  upstreamToken: 'upstream-token-canary-41',
  accessToken: 'access-token-canary-42',
  accessTokenExpiresAt: 1_800_000_900_000,
  refreshToken: 'refresh-token-canary-43',
  idToken: 'id-token-canary-44',
  subject: 'subject-3',
  staffCheckedAt: 1_800_000_000_000,
}

/** An intent of the treasury screen with some of its parts replaced. */
export function buildIntent(parts: Partial<AuditIntent> = {}): AuditIntent {
  return {
    operation: 'treasury.approve',
    resource: 'treasury',
    target: '7',
    actor: { userId: 3, email: 'reviewer@countersign.test', role: 'reviewer' },
    sessionHash: 'ab'.repeat(32),
    requestId: 'request-1',
    idempotencyKey: '0b0e5a3e-9c5e-4b4e-8a55-0d8f5c7a1a11',
    ip: '127.0.0.1',
    input: { isapproved: true },
    reason: null,
    ...parts,
  }
}

/** Takes a store back to the schema before requests had unknown outcomes. */
export const beforeUnknownOutcomes = `drop index idempotency_doubt; alter table idempotency drop column doubt;
  alter table session drop column upkeep_until; drop table drift; drop table audit_entry; drop table store_fact;
  drop index audit_requester_id; drop index audit_requester_email; drop index audit_automatic; drop index audit_request;
  drop table approval; drop table claim; drop table viewing; drop table saved_view; drop table job; drop table staff_member;
  drop table permission_use;
  drop table quota_use; create table reveal (id text primary key, user_id bigint not null, revealed_at bigint not null);
  delete from kysely_migration where name >= '005-doubts'`
