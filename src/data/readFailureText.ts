import { defaultNotice } from '../../language/messages.ts'
import type { Failure } from './failure.ts'
import { BUSY } from './fileFailure.ts'

/** Why a read failed, and what to do. A proxy that answers in the gateway's place says nothing itself. */
export function readFailureText({ message, status = 0 }: Failure): string {
  if (message !== defaultNotice) return message
  if (status === 429) return BUSY
  return status >= 500 ? 'No answer came. Try again in a moment.' : message
}
