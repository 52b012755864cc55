import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Resource } from '../../language/resource.ts'
import { failureOf } from '../data/failure.ts'
import type { Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import { callAction } from './actionProvider.ts'
import type { Answer, Intent, Transfer } from './actionProvider.ts'
import { outcomeNotice } from './outcomeNotice.ts'
import { pendingActionsIn } from './pendingActions.ts'

/** How long the browser gets to take the file over before its address is withdrawn. */
const HANDOVER_MS = 10_000

/** Saves a file through a temporary address that is revoked afterwards (D-47). */
function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), HANDOVER_MS)
}

/** How an action ended for whoever started it; what the person is told has been taken care of except for `failed`. */
export type Outcome =
  | { readonly state: 'sessionOver' | 'unknown' | 'alreadyRunning' }
  | { readonly state: 'done'; readonly answer: Answer['values'] }
  | { readonly state: 'failed'; readonly failure: Failure }

/**
 * Reads the record of a page or a part again, by its detail; `undefined` where it is there no longer. Rejects with the
 * provider's error.
 */
export type RefetchRecord = (record: Row) => Promise<Row | undefined>

/** Actions of one resource: runs them, and knows which are at work. */
export interface Actions {
  readonly run: (intent: Intent) => Promise<Outcome>
  /** Keys of `busyKey` of what has been started and not yet been seen through to the list read afterwards. */
  readonly busy: ReadonlySet<string>
}

/** What actions need beyond their definition. */
interface ActionsOptions {
  readonly refetchRecord?: RefetchRecord | undefined
  /** Asked for the way of a file, once for each call. */
  readonly transfer?: (() => Transfer) | undefined
  /** Whoever started the action tells of an unknown outcome. */
  readonly isOutcomeReported?: boolean
}

/** Name of one action on one record: no second one starts while it is at work (X5). */
export const busyKey = (name: string, record: Row | undefined): string => `${record?.id ?? ''}:${name}`

const UNKNOWN = 'Outcome unknown: no answer came in time. The data has been read again: check it before you try again.'

/** What is at work in this resource, here or anywhere else in the console. */
function useBusy({ name }: Resource) {
  const client = useQueryClient()
  const running = useMemo(() => pendingActionsIn(client), [client])
  const busy = useSyncExternalStore(running.subscribe, () => running.of(name))
  const begin = useCallback((key: string): boolean => running.begin(`${name}/${key}`), [running, name])
  const end = useCallback((key: string) => running.end(`${name}/${key}`), [running, name])
  return { busy, begin, end }
}

function useSay() {
  const notify = useNotify()
  return useCallback(
    (type: 'success' | 'warning', text: string) => {
      notify(text, { type, messageArgs: { _: text }, ...(type === 'warning' ? { autoHideDuration: null } : {}) })
    },
    [notify],
  )
}

/** Everything that shows what an action changes: its resource, what that is part of, and what the action names. */
const changedBy = (definition: Resource, action: string): readonly string[] => {
  const whole = definition.partOf?.resource
  return [definition.name, ...(whole === undefined ? [] : [whole]), ...(definition.actions[action]?.refetch ?? [])]
}

/** Whether an action only reads: nothing has to be read again after it. */
function isReading({ actions, bindings }: Resource, action: string): boolean {
  const binding = bindings[actions[action]?.binding ?? '']
  return binding !== undefined && binding.effect !== 'mutate' && binding.call.startsWith('GET ')
}

function useReadAgain(definition: Resource) {
  const client = useQueryClient()
  return useCallback(
    async (action: string) => {
      if (isReading(definition, action)) return
      const resources = new Set(changedBy(definition, action))
      await Promise.all([...resources].map((name) => client.invalidateQueries({ queryKey: [name] })))
    },
    [client, definition],
  )
}

/** The record as its detail has it now; what cannot be read proves nothing about an action that was taken. */
const readAfter = async (
  refetchRecord: RefetchRecord | undefined,
  record: Row | undefined,
): Promise<Row | undefined> => (record === undefined ? undefined : refetchRecord?.(record).catch(() => undefined))

/** After the server took it: saves the file, or reads again, compares, and says what came of it. */
function useFollow(definition: Resource, refetchRecord: RefetchRecord | undefined) {
  const client = useQueryClient()
  const refetchLists = useReadAgain(definition)
  const say = useSay()
  return useCallback(
    async ({ name, record }: Intent, answer: Answer) => {
      const action = definition.actions[name]
      if (action === undefined) return
      const since = Date.now()
      if (answer.file === undefined) await refetchLists(name)
      else saveFile(answer.file.name, answer.file.content)
      const fresh = action.expect === undefined ? undefined : await readAfter(refetchRecord, record)
      const notice = outcomeNotice(client, { action, resource: definition.name, record, answer, since, fresh })
      if (notice === undefined) return
      const { type, text } = notice
      const delay = Math.max(0, action.noticeDelayMs - (Date.now() - since))
      if (delay === 0) say(type, text)
      else setTimeout(() => say(type, text), delay)
    },
    [client, definition, refetchLists, refetchRecord, say],
  )
}

/**
 * Runs a definition's actions, pessimistically: the server is asked, the list is read again, and only then is anything
 * called done. A success needs the provider's own `ok` (an ended session resolves without one and is silence); an
 * outcome nobody knows is said to be that, after the list has been read again (X5).
 */
export function useActions(definition: Resource, options: ActionsOptions = {}): Actions {
  const { refetchRecord, transfer, isOutcomeReported = false } = options
  const provider = useConsoleProvider()
  const follow = useFollow(definition, refetchRecord)
  const refetchLists = useReadAgain(definition)
  const say = useSay()
  const { busy, begin, end } = useBusy(definition)

  const run = useCallback(
    async (intent: Intent): Promise<Outcome> => {
      const key = busyKey(intent.name, intent.record)
      if (!begin(key)) return { state: 'alreadyRunning' }
      const finish = () => end(key)
      try {
        const answer = await callAction(provider, definition, intent, transfer?.())
        if (!answer.isOk) {
          finish()
          return { state: 'sessionOver' }
        }
        void follow(intent, answer).finally(finish)
        return { state: 'done', answer: answer.values }
      } catch (error) {
        const failure = failureOf(error)
        if (failure.kind === 'sessionOver') {
          finish()
          return { state: 'sessionOver' }
        }
        const read = refetchLists(intent.name)
        if (failure.kind !== 'unknownOutcome') {
          // Whoever has read why may try again at once: the reading that is under way would turn them away unheard.
          finish()
          return { state: 'failed', failure }
        }
        void read.then(() => (isOutcomeReported ? undefined : say('warning', UNKNOWN))).finally(finish)
        return { state: 'unknown' }
      }
    },
    [provider, definition, transfer, isOutcomeReported, follow, refetchLists, say, begin, end],
  )
  return { run, busy }
}
