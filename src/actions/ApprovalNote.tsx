import { Notice } from '../ui/Notice.tsx'
import type { ApprovalRequest } from './approvalRequest.ts'

/** Says before an action is confirmed that another person has to approve it. Draws nothing where no one has to. */
export const ApprovalNote = ({ approval }: { readonly approval: ApprovalRequest | undefined }) =>
  approval !== undefined && (
    <Notice tone="info" role="note">
      {`Another person has to approve this before it is sent. It waits for that for up to ${approval.hours === 1 ? 'an hour' : `${approval.hours} hours`}.`}
    </Notice>
  )
