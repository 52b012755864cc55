import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import type { SentInputs } from '../actions/inputs.ts'
import { pendingActionsIn } from '../actions/pendingActions.ts'
import { useReadAgain } from '../actions/useActions.ts'
import { draftsIn } from '../data/drafts.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import type { Row } from '../model/columns.ts'
import { countsText } from './BulkProgress.tsx'
import { createBulkRun, type BulkItem, type BulkRun } from './bulkRun.ts'
import { createSend } from './sendRecord.ts'

interface Running {
  readonly name: string
  readonly run: BulkRun
}

/**
 * Starts an action on several records. At its end the lists are read once; its results are in its dialog, or in a notice if
 * the person has left the page. If the session ends meanwhile, the run and its results are still there when the same person is back (U15).
 */
export function useBulkRun(definition: ListResource) {
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const notify = useNotify()
  const readAgain = useReadAgain(definition)
  const drafts = draftsIn(client)
  const key = `bulk ${useLocation().key} ${definition.name}`
  const [running, setRunning] = useState(() => drafts.read<Running>(key))
  const isLeft = useRef(false)

  // Leaving the page, but not the end of the session, stops the run.
  useLayoutEffect(
    () => () => {
      if (running === undefined || drafts.isHeld()) return
      isLeft.current = running.run.read().isRunning
      running.run.stop()
      drafts.drop(key)
    },
    [running, drafts, key],
  )

  const start = useCallback(
    (name: string, records: readonly Row[], input: SentInputs) => {
      isLeft.current = false
      const say = (items: readonly BulkItem[]) => {
        if (!isLeft.current) return
        const isDone = items.every(({ state }) => state === 'done')
        const text = `${definition.actions[name]?.label ?? name}: ${countsText(items)}`
        const duration = isDone ? {} : { autoHideDuration: null }
        notify(text, { type: isDone ? 'success' : 'warning', ...duration })
      }
      const send = createSend({ provider, definition, name, input, pending: pendingActionsIn(client) })
      const run = createBulkRun(records, send, (items) => void readAgain(name).then(() => say(items)))
      const next = { name, run }
      drafts.keep(key, next)
      setRunning(next)
      void run.start()
    },
    [client, definition, drafts, key, notify, provider, readAgain],
  )
  const end = useCallback(() => {
    drafts.drop(key)
    setRunning(undefined)
  }, [drafts, key])
  return useMemo(() => ({ running, start, end }), [running, start, end])
}
