import { useWaitingCount } from './useApprovals.ts'

/** The number of approvals that wait for this person. Draws nothing while there are none. */
export const WaitingCount = () => {
  const count = useWaitingCount() ?? 0
  return count === 0 ? null : (
    <span className="cs-count cs-count--marked cs-digits">
      {count}
      <span className="cs-visually-hidden"> waiting for your approval</span>
    </span>
  )
}
