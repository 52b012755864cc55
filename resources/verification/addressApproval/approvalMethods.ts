import { checked } from '../../../dataProvider/answerOf.ts'
import type { MethodContext } from '../../../dataProvider/types.ts'
import { approvalRun, type ApprovalRun } from '../../../schemas/verification/approvalRun.ts'

interface ApprovalParams {
  readonly id: string | number
  readonly signal?: AbortSignal
}

/** The progress of the approval. Only a real success has `ok: true`. */
interface ApprovalAnswer {
  readonly data: { readonly ok: true; readonly run: ApprovalRun }
}

export const approvalMethods = ({ call, drop }: MethodContext) => {
  const runIn = (answer: unknown): ApprovalAnswer => ({ data: { ok: true, run: checked(approvalRun, answer) } })
  return {
    /**
     * Makes the gateway take the next step of an account's automatic address approval, and returns the progress (D-125,
     * D-130). Calling it again continues the approval.
     */
    approveAddress: (resource: string, { id, signal }: ApprovalParams): Promise<ApprovalAnswer> =>
      call(
        { path: '/console/address-approval', method: 'POST', body: { id }, effect: 'mutate', signal },
        runIn,
      ).finally(() => drop(resource)),
    /** Returns the progress of an earlier address approval. Reading it changes nothing. */
    earlierApproval: (_resource: string, { id, signal }: ApprovalParams): Promise<ApprovalAnswer> =>
      call({ path: `/console/address-approval/${id}`, method: 'GET', effect: 'read', signal }, runIn),
  }
}

/** The same methods as a type, for `useConsoleProvider`. */
export type ApprovalMethods = ReturnType<typeof approvalMethods>
