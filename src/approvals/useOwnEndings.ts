import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useEffect } from 'react'
import { answerOf } from '../../dataProvider/answerOf.ts'
import { approvalPage, type ApprovalRow } from '../../language/approval.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureOf } from '../data/failure.ts'
import { isOpen, OWN } from '../data/ownApprovals.ts'
import { perClient } from '../data/perClient.ts'
import { ABOUT } from '../data/useGrants.ts'
import { leaveDismissed } from '../ui/leaveDismissed.ts'
import { approvalsPath, endingText, stateTexts } from './approvalTexts.ts'
import { EVERY_MS } from './useApprovals.ts'

type Rows = readonly ApprovalRow[]

const DAY_MS = 24 * 60 * 60_000

/** The states of a request that was not carried out, or perhaps not, without the person's own doing. */
const ENDED: readonly string[] = ['rejected', 'failed', 'unknown', 'expired']

const isApproved = ({ state }: ApprovalRow): boolean => state === 'approved'

const keyOf = ({ operation, recordId, about, subject }: ApprovalRow): string =>
  JSON.stringify([operation, recordId, about, subject?.resource, subject?.id])

/**
 * The person's own requests that have ended so within the last day, until they dismiss it or the same is requested again.
 *
 * @param own their requests, newest first
 * @param waiting what waits on the same page, also of others
 * @param now ms since 1970
 */
export const endedIn = (own: Rows, now: number, waiting: Rows = []): Rows =>
  own.filter((row, at) => {
    const isLate = ENDED.includes(row.state) && Date.parse(row.decidedAt ?? '') > now - DAY_MS && !row.isDismissed
    return (
      isLate && ![...waiting, ...own.slice(0, at)].some((other) => other.id !== row.id && keyOf(other) === keyOf(row))
    )
  })

/** Where the screen says how a request has ended: in a line of the page, else in a notice. */
interface Places {
  /** The functions that find the requests that the parts of the page have lines of. */
  readonly lines: Set<(own: Rows) => Rows>
  /** What ends the notices, by their requests. One notice can be about several. */
  readonly notices: Map<string, AbortController>
}

const placesIn = perClient((): Places => ({ lines: new Set(), notices: new Map() }))

/** Ends the notices that are about these requests alone. */
function endNotices({ notices }: Places, rows: Rows): void {
  for (const { id } of rows) {
    const end = notices.get(id)
    notices.delete(id)
    if (![...notices.values()].some((other) => other === end)) end?.abort()
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
      if (kind !== 'sessionOver') notify(message, { type: 'error' })
    },
  })
  return mutate
}

/** How several requests have ended: '3 of your requests have ended: 2 rejected, 1 expired.' */
function endingsText(rows: Rows): string {
  const states = [...new Set(rows.map(({ state }) => state))]
  const whole = rows.length === 2 ? 'both' : 'all'
  const counts = states.map((one) => {
    const { length } = rows.filter(({ state }) => state === one)
    return `${states.length === 1 ? whole : length} ${stateTexts[one][0].toLowerCase()}`
  })
  return `${rows.length} of your requests have ended: ${counts.join(', ')}.`
}

/** The function that tells the person how requests have ended. Following or dismissing the notice dismisses their ends. */
function useSayEnd({ notices }: Places) {
  const notify = useNotify()
  const dismiss = useDismissal()
  return (rows: Rows) => {
    const [row] = rows
    if (row === undefined) return
    const isOne = rows.length === 1
    const text = isOne ? endingText(row) : endingsText(rows)
    const said = { link: { to: approvalsPath('mine', isOne ? row.id : undefined), label: 'Show', endsNotice: true } }
    if (rows.every(isApproved)) {
      notify(text, { type: 'success', ...said })
      return
    }
    const end = new AbortController()
    for (const { id } of rows) notices.set(id, end)
    const onEnd = () => rows.forEach(({ id }) => dismiss({ id }))
    notify(text, { type: 'warning', ...said, autoHideDuration: null, until: end.signal, onEnd })
  }
}

/**
 * Tells the person how what they have requested has ended, wherever they are, unless the page has a line of it. What ended
 * while they had no page open is said once they have one, in one notice.
 */
export function useOwnEndings(): void {
  const call = useConsoleCall()
  const client = useQueryClient()
  const places = placesIn(client)
  const sayEnd = useSayEnd(places)
  useQuery({
    queryKey: OWN,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<Rows>(OWN)
      const { rows } = await answerOf(approvalPage, await call('POST', '/console/approvals', signal, { view: 'mine' }))
      const known = new Set(before?.filter((row) => !isOpen(row)).map(({ id }) => id))
      const inLines = [...places.lines].flatMap((linesIn) => linesIn(rows)).map(({ id }) => id)
      const over = rows.filter((row) => !isOpen(row) && !known.has(row.id))
      const unsaid = (ended: Rows) => ended.filter(({ id }) => !inLines.includes(id) && !places.notices.has(id))
      if (before === undefined) sayEnd(unsaid(endedIn(rows, Date.now())))
      else {
        if (over.length > 0) void client.invalidateQueries({ queryKey: ABOUT })
        sayEnd(unsaid(over.filter(isApproved)))
        for (const row of unsaid(over.filter(({ state }) => ENDED.includes(state)))) sayEnd([row])
      }
      endNotices(
        places,
        rows.filter(({ isDismissed }) => isDismissed),
      )
      return rows
    },
    refetchInterval: EVERY_MS,
  })
}
