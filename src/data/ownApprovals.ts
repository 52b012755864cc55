import type { ApprovalRow } from '../../language/approval.ts'
import { APPROVALS, useReadElsewhere } from './useGrants.ts'

/** The key of what the person has requested, newest first. */
export const OWN = [...APPROVALS, 'own']

/** True for a request that is not decided. */
export const isOpen = ({ state }: ApprovalRow): boolean => state === 'waiting' || state === 'sending'

/** True once the person's own request that waited until a moment is known to wait no longer. */
export function useIsDecided(until: string | undefined): boolean {
  const own = useReadElsewhere(OWN)?.data
  return own?.some((request) => request.expiresAt === until && !isOpen(request)) === true
}
