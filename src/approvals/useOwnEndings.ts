import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useEffect } from 'react'
import { answerOf } from '../../dataProvider/answerOf.ts'
import { approvalPage, type ApprovalRow } from '../../language/approval.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureOf } from '../data/failure.ts'
import { isOpen, OWN } from '../data/ownApprovals.ts'
import { ABOUT } from '../data/useGrants.ts'
import { leaveDismissed } from '../ui/leaveDismissed.ts'
import { endingText } from './approvalTexts.ts'
import { EVERY_MS } from './useApprovals.ts'

type Rows = readonly ApprovalRow[]

const DAY_MS = 24 * 60 * 60_000

/** The states of a request that was not carried out, or perhaps not, without the person's own doing. */
const ENDED: readonly string[] = ['rejected', 'failed', 'unknown', 'expired']

/** True for a request that has ended so within the last day, until the person dismisses it. */
export const isNoticed = ({ state, decidedAt, isDismissed }: ApprovalRow, now: number): boolean =>
  ENDED.includes(state) && Date.parse(decidedAt ?? '') > now - DAY_MS && !isDismissed

/** Where the screen says how a request has ended: in a line of the page, else in a notice. */
interface Places {
  /** The functions that find the requests that the parts of the page have lines of. */
  readonly lines: Set<(own: Rows) => Rows>
  /** What ends the notices, by their requests. */
  readonly notices: Map<string, AbortController>
}

const all = new WeakMap<QueryClient, Places>()

function placesIn(client: QueryClient): Places {
  const known = all.get(client) ?? { lines: new Set(), notices: new Map<string, AbortController>() }
  all.set(client, known)
  return known
}

function endNotices({ notices }: Places, rows: Rows): void {
  for (const { id } of rows) {
    notices.get(id)?.abort()
    notices.delete(id)
  }
}

/** Finds the requests that a part of the page has lines of: those have no notice. */
export function useLines(linesIn: (own: Rows) => Rows, lines: Rows): void {
  const places = placesIn(useQueryClient())
  useEffect(() => {
    places.lines.add(linesIn)
    endNotices(places, lines)
    return () => void places.lines.delete(linesIn)
  }, [places, linesIn, lines])
}

/** A request to dismiss the end of, and the button that goes with its line. */
interface Dismissal {
  readonly id: string
  readonly button?: HTMLElement
}

/** The function that dismisses how requests of the person's own have ended, for all their tabs and for good. */
export function useDismissal() {
  const call = useConsoleCall()
  const client = useQueryClient()
  const notify = useNotify()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Dismissal) => call('POST', `/console/approvals/${id}/dismiss`, undefined, {}),
    onSuccess: (_answer, { id, button }) => {
      if (button !== undefined) leaveDismissed(button)
      client.setQueryData<Rows>(OWN, (rows) =>
        rows?.map((row) => (row.id === id ? { ...row, isDismissed: true } : row)),
      )
    },
    onError: (failed) => {
      const { kind, message } = failureOf(failed)
      if (kind !== 'sessionOver') notify(message, { type: 'error', messageArgs: { _: message } })
    },
  })
  return mutate
}

/** The function that tells the person how a request has ended. Following or dismissing the notice dismisses the end. */
function useSayEnd({ notices }: Places) {
  const notify = useNotify()
  const dismiss = useDismissal()
  return (row: ApprovalRow) => {
    const [text, isDone] = [endingText(row), row.state === 'approved']
    const to = `/approvals?${new URLSearchParams({ view: 'mine', id: row.id }).toString()}`
    const said = { messageArgs: { _: text }, link: { to, label: 'Show', endsNotice: true } }
    if (!ENDED.includes(row.state)) {
      notify(text, { type: isDone ? 'success' : 'warning', ...said, ...(isDone ? {} : { autoHideDuration: null }) })
      return
    }
    const end = new AbortController()
    notices.set(row.id, end)
    const onEnd = () => dismiss({ id: row.id })
    notify(text, { type: 'warning', ...said, autoHideDuration: null, until: end.signal, onEnd })
  }
}

/**
 * Tells the person how what they have requested has ended, wherever they are, unless the page has a line of it. It is read
 * again while something waits, and while an end is shown: it may be dismissed in another tab.
 */
export function useOwnEndings(): void {
  const call = useConsoleCall()
  const client = useQueryClient()
  const places = placesIn(client)
  const sayEnd = useSayEnd(places)
  useQuery({
    queryKey: OWN,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<Rows>(OWN) ?? []
      const { rows } = await answerOf(approvalPage, await call('POST', '/console/approvals', signal, { view: 'mine' }))
      const waited = new Set(before.filter(isOpen).map(({ id }) => id))
      const inLines = new Set([...places.lines].flatMap((linesIn) => linesIn(rows)).map(({ id }) => id))
      const over = rows.filter((row) => waited.has(row.id) && !isOpen(row) && row.state !== 'withdrawn')
      if (over.length > 0) void client.invalidateQueries({ queryKey: ABOUT })
      for (const row of over.filter(({ id }) => !inLines.has(id))) sayEnd(row)
      endNotices(
        places,
        rows.filter(({ isDismissed }) => isDismissed),
      )
      return rows
    },
    refetchInterval: ({ state: { data = [] } }) =>
      data.some((row) => isOpen(row) || isNoticed(row, Date.now())) && EVERY_MS,
  })
}
