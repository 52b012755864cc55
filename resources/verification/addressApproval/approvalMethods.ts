import type { MethodContext } from '../../../dataProvider/types.ts'
import { valueAt } from '../../../language/pointer.ts'
import { approvalSteps } from '../../../schemas/verification/addressApproval.ts'
import type { ApprovalProgress, ApprovalRun } from '../../../schemas/verification/addressApproval.ts'

const states = ['done', 'failed', 'open'] as const

/** Which account's address is to be approved by itself. */
interface ApprovalParams {
  readonly id: string | number
  readonly signal?: AbortSignal
}

/** How far the approval has come. Only a real success carries `ok: true`. */
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
     * Lets the gateway take the next step of the automatic address approval of an account, and says how far it has come
     * (D-125, D-130). The same call again goes on.
     */
    approveAddress: (resource: string, { id, signal }: ApprovalParams): Promise<ApprovalAnswer> =>
      call(
        { path: '/console/address-approval', method: 'POST', body: { id }, effect: 'mutate', signal },
        runIn,
      ).finally(() => drop(resource)),
    /** How far the address approval of an account had come when it was left. Looking changes nothing. */
    earlierApproval: (_resource: string, { id, signal }: ApprovalParams): Promise<ApprovalAnswer> =>
      call({ path: `/console/address-approval/${id}`, method: 'GET', effect: 'read', signal }, runIn),
  }
}

/** The same methods as a type, for `useConsoleProvider`. */
export type ApprovalMethods = ReturnType<typeof approvalMethods>
