import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useCallback, useRef, useState } from 'react'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { failureOf } from '../failure.ts'
import type { Failure } from '../failure.ts'
import type { Row } from '../table/columns.ts'
import { callAction } from './actionProvider.ts'
import type { ActionProvider, Answer, Intent } from './actionProvider.ts'
import { verdictOf } from './checkOutcome.ts'
import { saveFile } from './saveFile.ts'

/** How an action ended for whoever started it; what the person is told has been taken care of except for `failed`. */
type Outcome =
  | { readonly state: 'done' | 'sessionOver' | 'unknown' | 'alreadyRunning' }
  | { readonly state: 'failed'; readonly failure: Failure }

/** Actions of one resource: runs them, and knows which are at work. */
export interface Actions {
  readonly run: (intent: Intent) => Promise<Outcome>
  /** Keys of `busyKey` of what has been started and not yet been seen through to the list read afterwards. */
  readonly busy: ReadonlySet<string>
}

/** Name of one action on one record: no second one starts while it is at work (X5). */
export const busyKey = (name: string, record: Row | undefined): string => `${record?.id ?? ''}:${name}`

const UNKNOWN = 'Outcome unknown: no answer came in time. The list has been read again: check it before you try again.'

function useBusy() {
  const running = useRef(new Set<string>())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const begin = useCallback((key: string): boolean => {
    if (running.current.has(key)) return false
    running.current.add(key)
    setBusy(new Set(running.current))
    return true
  }, [])
  const end = useCallback((key: string) => {
    running.current.delete(key)
    setBusy(new Set(running.current))
  }, [])
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

function useReadAgain(definition: AnyDefinition) {
  const client = useQueryClient()
  return useCallback(
    async (action: string) => {
      const resources = [definition.name, ...(definition.actions?.[action]?.refetch ?? [])]
      await Promise.all(resources.map((name) => client.invalidateQueries({ queryKey: [name] })))
    },
    [client, definition],
  )
}

/** After the server took it: saves the file, reads the list again, compares, and says what came of it. */
function useFollow(definition: AnyDefinition) {
  const client = useQueryClient()
  const readAgain = useReadAgain(definition)
  const say = useSay()
  return useCallback(
    async ({ name, record }: Intent, answer: Answer) => {
      const action = definition.actions?.[name]
      if (action === undefined) return
      if (answer.file !== undefined) saveFile(answer.file.name, answer.file.content)
      const since = Date.now()
      if (action.scope !== 'list') await readAgain(name)
      const { type, text } = verdictOf(client, { action, resource: definition.name, record, answer, since })
      const delay = Math.max(0, (definition.noticeDelayMs ?? 0) - (Date.now() - since))
      if (delay === 0) say(type, text)
      else setTimeout(() => say(type, text), delay)
    },
    [client, definition, readAgain, say],
  )
}

/**
 * Runs a definition's actions, pessimistically: the server is asked, the list is read again, and only then is anything
 * called done. A success needs the provider's own `ok` (an ended session resolves without one and is silence); an
 * outcome nobody knows is said to be that, after the list has been read again (X5).
 */
export function useActions(definition: AnyDefinition): Actions {
  const provider = useDataProvider<ActionProvider>()
  const follow = useFollow(definition)
  const readAgain = useReadAgain(definition)
  const say = useSay()
  const { busy, begin, end } = useBusy()

  const run = useCallback(
    async (intent: Intent): Promise<Outcome> => {
      const key = busyKey(intent.name, intent.record)
      if (!begin(key)) return { state: 'alreadyRunning' }
      const finish = () => end(key)
      try {
        const answer = await callAction(provider, definition, intent)
        if (!answer.isOk) {
          finish()
          return { state: 'sessionOver' }
        }
        void follow(intent, answer).finally(finish)
        return { state: 'done' }
      } catch (error) {
        const failure = failureOf(error)
        if (failure.kind === 'sessionOver') {
          finish()
          return { state: 'sessionOver' }
        }
        const read = readAgain(intent.name)
        if (failure.kind !== 'unknownOutcome') {
          void read.finally(finish)
          return { state: 'failed', failure }
        }
        void read.then(() => say('warning', UNKNOWN)).finally(finish)
        return { state: 'unknown' }
      }
    },
    [provider, definition, follow, readAgain, say, begin, end],
  )
  return { run, busy }
}
