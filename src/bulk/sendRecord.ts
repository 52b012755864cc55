import type { Resource } from '../../language/resource.ts'
import { callAction, type Intent } from '../actions/actionProvider.ts'
import { failureText } from '../actions/outcomeNotice.ts'
import type { PendingActions } from '../actions/pendingActions.ts'
import { busyKey } from '../actions/useActions.ts'
import { failureOf, mayBeDone, type Failure } from '../data/failure.ts'
import type { ScreenProvider } from '../data/useConsoleProvider.ts'
import type { Ended, Send } from './bulkRun.ts'

const SESSION_OVER: Awaited<ReturnType<Send>> = { state: 'notSent', rest: 'Your session has ended.' }

const NO_ANSWER = 'No answer came to the ones before, so nothing more was sent.'

const LOOK = 'Look before you send it again.'

/** The pause before a call is sent again that came too soon, in ms, and the most of them. */
const PAUSE_MS = 1000
const MOST_PAUSES = 30

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

interface Sender {
  readonly provider: ScreenProvider
  readonly definition: Resource
  readonly name: string
  readonly input: Intent['input']
  readonly pending: PendingActions
}

/** Reads how a call failed. Without any answer the connection is broken or the session over: nothing more is sent. */
function endedBy({ definition, name }: Sender, failure: Failure): Awaited<ReturnType<Send>> {
  if (failure.kind === 'sessionOver') return SESSION_OVER
  if (mayBeDone(failure)) return { state: 'unknown', message: LOOK, ...(!failure.status && { rest: NO_ANSWER }) }
  const message = failureText(definition.actions[name]?.failure, failure, false).replaceAll('\n', ' ')
  const isFinal = failure.kind === 'notFound' || failure.code === 'CONFLICT'
  return { state: 'failed', message, ...(isFinal && { isFinal }) }
}

/** Makes one call. A call that came too soon was not passed on, and is sent again under its key. */
async function call(sender: Sender, intent: Intent, isStopping: () => boolean): ReturnType<Send> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      const { isOk } = await callAction(sender.provider, sender.definition, intent)
      return isOk ? { state: 'done' } : SESSION_OVER
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code !== 'RATE_LIMITED' || pauses === MOST_PAUSES) return endedBy(sender, failure)
      if (isStopping()) return { state: 'notSent' }
      await pause()
    }
  }
}

const RUNNING: Ended = { state: 'failed', message: 'This is already being done. Nothing was sent.' }

/** Sends an action as a single press of its button would: one record, one idempotency key, once at a time (X5). */
export const createSend =
  (sender: Sender): Send =>
  async (record, isStopping) => {
    const { definition, name, input, pending } = sender
    const key = `${definition.name}/${busyKey(name, record)}`
    if (!pending.begin(key)) return RUNNING
    const ended = await call(sender, { name, record, input, idempotencyKey: crypto.randomUUID() }, isStopping)
    pending.end(key)
    return ended
  }
