import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useCallback } from 'react'
import type { Resource, ResolvedAction } from '../../language/resource.ts'
import { draftsIn } from '../data/drafts.ts'
import { canPass, isUnanswered, type Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { recordName } from '../model/rowModel.ts'
import { askedFiles, type Intent } from './actionProvider.ts'
import { namedNotice } from './namedNotice.ts'
import { failureText, isOutcomeUnknown, RECORD_CLAIMED } from './outcomeNotice.ts'
import type { Actions, Outcome, RefetchRecord } from './useActions.ts'
import { type Ask, CUT_OFF, type OpenQuestion, questionAfter } from './useQuestion.ts'
import { useRefetch } from './useRefetch.ts'
import { STOPPED, type FileTransfer } from './useTransfer.ts'

/** Reports a flow's calls in a place of its own. The flow then reports no failures and unknown outcomes itself. */
export interface CallWatch {
  readonly onSend: (intent: Intent) => void
  readonly onEnd: (intent: Intent, outcome: Outcome) => void
}

/** An answered call needs a new key for a retry, because the gateway would only repeat the answer under the old one. */
const nextAttempt = (intent: Intent, failure: Failure): Intent =>
  isUnanswered(failure) ? intent : { ...intent, idempotencyKey: crypto.randomUUID() }

/** Says that an action without a dialog failed, or where to look whether it was done. */
export function useSayFailure(definition: Resource) {
  const notify = useNotify()
  return useCallback(
    (action: ResolvedAction, failure: Failure, record: Row | undefined) => {
      const isUnknown = isOutcomeUnknown(definition, action, failure)
      const place =
        record === undefined || definition.kind === 'form' ? definition.label : recordName(definition, record)
      const said = failureText(action.failure, failure, isUnknown)
      const whole = isUnknown ? `${said} The page has been read again: check ${place} before you repeat it.` : said
      const { text, link } = namedNotice(definition, whole, { record, input: {} })
      const autoHideDuration = isUnknown ? null : (action.failure?.durationMs ?? null)
      const requestId = canPass(failure) ? failure.requestId : undefined
      notify(text, { type: isUnknown ? 'warning' : 'error', link, autoHideDuration, requestId })
    },
    [notify, definition],
  )
}

/** The result of a confirmed question. `isOver`: its draft is no longer needed. `next`: the question to ask now. */
export interface Sent {
  readonly isOver: boolean
  readonly isAccepted?: boolean
  /** True if the call was made, or may have been; false while the action waits for a second person. */
  readonly isSent?: boolean
  readonly next: OpenQuestion | undefined
}

/** The question after its session ended. A refused call can be sent again; an unanswered one has an unknown outcome. */
const interrupted = (open: OpenQuestion, { state }: Outcome): OpenQuestion =>
  state === 'sessionOver'
    ? { ...open, isBusy: false, intent: { ...open.intent, idempotencyKey: crypto.randomUUID() } }
    : { ...open, isBusy: false, failure: CUT_OFF }

/** Shown if the same action of the same record is already running, started elsewhere on the screen. */
const UNDER_WAY: Failure = {
  kind: 'failed',
  message: 'The same is being done at this moment. Wait for it to finish.',
  code: 'IN_FLIGHT',
  requestId: undefined,
}

export interface SendOptions {
  /** Reads the record of a page or a part again. Without it, the record of a list is read by its id. */
  readonly refetchRecord?: RefetchRecord
  readonly watch?: CallWatch
  /** Completes the intent of a confirmed question before its call. */
  readonly prepare?: (intent: Intent) => Promise<Intent>
  readonly transfer: FileTransfer
}

/** Makes the call of an open question, and reports its failure. */
export function useSend(
  definition: Resource,
  run: Actions['run'],
  { refetchRecord, watch, transfer, prepare }: SendOptions,
) {
  const refetch = useRefetch(definition, refetchRecord)
  const sayFailure = useSayFailure(definition)
  const drafts = draftsIn(useQueryClient())
  return useCallback(
    async (open: OpenQuestion, ask: Ask): Promise<Sent> => {
      const { action } = open
      const intent = (await prepare?.(open.intent)) ?? open.intent
      ask({ ...open, intent }, true)
      watch?.onSend(intent)
      const outcome = await run(intent)
      watch?.onEnd(intent, outcome)
      if (outcome.state === 'alreadyRunning') {
        return { isOver: false, next: { ...open, isBusy: false, failure: UNDER_WAY } }
      }
      const isAccepted = outcome.state === 'done' || outcome.state === 'waiting'
      if (drafts.isHeld() && !isAccepted) return { isOver: false, next: interrupted(open, outcome) }
      if (outcome.state !== 'failed') {
        const isSent = outcome.state === 'done' || outcome.state === 'unknown'
        return { isOver: isAccepted, isAccepted, isSent, next: undefined }
      }
      if (watch !== undefined) return { isOver: false, next: undefined }
      const isUnknown = isOutcomeUnknown(definition, action, outcome.failure)
      const message = transfer.isStopped() ? STOPPED : failureText(action.failure, outcome.failure, isUnknown)
      const failure = { ...outcome.failure, message }
      const retry = { ...open, intent: nextAttempt(intent, failure) }
      ask(retry)
      const next = await questionAfter(definition, retry, failure, refetch)
      // If the session ended during the read, the read was cancelled and returned old data, which proves nothing.
      if (drafts.isHeld()) return { isOver: false, next: { ...retry, isBusy: false } }
      // Keep the dialog open with the typed values, the files and what happened.
      const hasInputs = Object.keys(action.input).length > 0 || askedFiles(definition, action) !== undefined
      const isStaying = hasInputs || failure.code === RECORD_CLAIMED || isUnknown
      if (next?.failure === undefined || action.failure === undefined || isStaying) {
        return { isOver: false, next }
      }
      sayFailure(action, outcome.failure, intent.record)
      return { isOver: false, next: undefined }
    },
    [definition, drafts, refetch, run, sayFailure, transfer, watch, prepare],
  )
}
