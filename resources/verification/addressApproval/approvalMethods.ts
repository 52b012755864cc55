import type { MethodContext } from '../../../dataProvider/types.ts'
import { valueAt } from '../../../language/pointer.ts'
import { approvalSteps } from '../../../schemas/verification/approvalRun.ts'
import type { ApprovalProgress, ApprovalRun } from '../../../schemas/verification/approvalRun.ts'

const states = ['done', 'failed', 'open'] as const

/** The account whose address is to be approved automatically. */
interface ApprovalParams {
  readonly id: string | number
  readonly signal?: AbortSignal
}

/** The progress of the approval. Only a real success has `ok: true`. */
interface ApprovalAnswer {
  readonly data: { readonly ok: true; readonly run: ApprovalRun }
}

function progressIn(step: unknown): ApprovalProgress | undefined {
  const sketchId = valueAt(step, '/sketchId')
  const name = approvalSteps.find((known) => known === valueAt(step, '/name'))
  const state = states.find((known) => known === valueAt(step, '/state'))
  if (typeof sketchId !== 'string' || name === undefined || state === undefined) return undefined
  const [message, at] = [valueAt(step, '/message'), valueAt(step, '/at')]
  return {
    sketchId,
    name,
    state,
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof at === 'string' ? { at } : {}),
  }
}

/** The methods that the console adds to its data provider for the automatic address approval. */
export const approvalMethods = ({ call, drop, unexpected }: MethodContext) => {
  const runIn = (answer: unknown): ApprovalAnswer => {
    const [found, done] = [valueAt(answer, '/steps'), valueAt(answer, '/done')]
    const steps = Array.isArray(found) ? found.map(progressIn) : [undefined]
    if (!steps.every((step) => step !== undefined) || typeof done !== 'boolean')
      throw unexpected('The answer is not the state of an approval.')
    return { data: { ok: true, run: { steps, done } } }
  }
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
