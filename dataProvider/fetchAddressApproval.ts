import { valueAt } from '../language/pointer.ts'
import { approvalSteps } from '../schemas/verification/addressApproval.ts'
import type { ApprovalProgress, ApprovalRun } from '../schemas/verification/addressApproval.ts'
import { unexpectedAnswer } from './HttpError.ts'
import { exchange } from './send.ts'
import type { Transport } from './send.ts'
import type { ApprovalAnswer, ApprovalParams } from './types.ts'

const states = ['done', 'failed', 'open'] as const

function progressIn(step: unknown): ApprovalProgress {
  const sketchId = valueAt(step, '/sketchId')
  const name = approvalSteps.find((known) => known === valueAt(step, '/name'))
  const state = states.find((known) => known === valueAt(step, '/state'))
  if (typeof sketchId !== 'string' || name === undefined || state === undefined)
    throw unexpectedAnswer('The answer is not the state of an approval.')
  const [message, at] = [valueAt(step, '/message'), valueAt(step, '/at')]
  return {
    sketchId,
    name,
    state,
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof at === 'string' ? { at } : {}),
  }
}

function runIn(answer: unknown): ApprovalRun {
  const [steps, done] = [valueAt(answer, '/steps'), valueAt(answer, '/done')]
  if (!Array.isArray(steps) || typeof done !== 'boolean')
    throw unexpectedAnswer('The answer is not the state of an approval.')
  return { steps: steps.map(progressIn), done }
}

async function answerTo(response: Response): Promise<ApprovalAnswer> {
  const answer: unknown = await response.json().catch(() => undefined)
  return { data: { ok: true, run: runIn(answer) } }
}

/**
 * Lets the gateway take the next step of the automatic address approval of an account, and says how far it has come
 * (D-125, D-130). The same call again goes on.
 */
export async function fetchAddressApproval(
  transport: Transport,
  { id, signal }: ApprovalParams,
): Promise<ApprovalAnswer> {
  const body = JSON.stringify({ id })
  const call = { url: '/console/address-approval', method: 'POST', headers: {}, body, effect: 'mutate' } as const
  return answerTo(await exchange(call, transport, signal))
}

/** How far the address approval of an account had come when it was left. Looking changes nothing. */
export async function fetchEarlierApproval(
  transport: Transport,
  { id, signal }: ApprovalParams,
): Promise<ApprovalAnswer> {
  const call = {
    url: `/console/address-approval/${id}`,
    method: 'GET',
    headers: {},
    body: undefined,
    effect: 'read',
  } as const
  return answerTo(await exchange(call, transport, signal))
}
