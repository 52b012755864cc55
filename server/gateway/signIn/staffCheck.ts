import type { SessionData } from '../../store/sessions.ts'

/** What the console's service says about a member of staff. */
export type StaffProfile = Pick<SessionData, 'userId' | 'firstName' | 'lastName' | 'role' | 'details' | 'upstreamToken'>

/** Asks whether an identity is staff. @throws GatewayError NOT_STAFF; IDENTITY_UNAVAILABLE when nobody can say */
export type StaffCheck = (email: string, accessToken: string, requestId: string) => Promise<StaffProfile>
