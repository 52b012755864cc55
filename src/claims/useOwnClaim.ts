import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Claim, ClaimList } from '../../language/claim.ts'
import type { ListResource } from '../../language/resource.ts'
import { formatMoment } from '../format/formatMoment.ts'
import type { Claims } from './useClaims.ts'

/** The time of day by the console's clocks. */
export const clock = (time: number): string => formatMoment(time).split(', ').at(-1) ?? ''

/** What a person must know before they decide about a record, apart from the record itself. */
function warningOf(claim: Claim | undefined, list: ClaimList | undefined, was: Claim | undefined): string | undefined {
  if (claim === undefined) {
    if (was === undefined) return undefined
    const how =
      was.state === 'expired'
        ? `Your claim ended at ${clock(was.expiresAt)}.`
        : 'It was taken over from you or given back.'
    return `${how} No one else has claimed this record, so you can go on.`
  }
  if (claim.userId === list?.userId) return undefined
  const advice = list?.mayWork === true ? ' Agree with them before you decide.' : ''
  if (!claim.isLost && (was === undefined || claim.way === 'handed'))
    return `${claim.name} works on this record until ${clock(claim.expiresAt)}.${advice}`
  const how = claim.way === 'taken' ? 'took this record over' : 'claimed this record after your claim had ended,'
  return `${claim.name} ${how} at ${clock(claim.changedAt)}.${advice}`
}

/** The warning that a colleague was done with a record after the person's claim of it had ended. */
const finishedText = ({ name, changedAt }: Claim): string =>
  `Your claim had ended, and ${name} was done with this record at ${clock(changedAt)}. See what has changed before you decide.`

/**
 * Reads a record again that the person no longer has, once a colleague has taken, changed or ended a claim of it, as they may
 * have decided something, and after each of their changes.
 *
 * @param known who has had the record; undefined until the claims are known
 * @param change the newest change by a colleague; 0 for none of late
 */
export function useReadAfter({ name }: ListResource, known: string | undefined, change: number): void {
  const client = useQueryClient()
  const before = useRef<{ readonly known: string; readonly change: number }>(undefined)
  useEffect(() => {
    if (known === undefined) return
    const last = before.current
    before.current = { known, change: Math.max(change, last?.change ?? 0) }
    const isOther = last !== undefined && (last.known !== known || last.change < change)
    if (isOther) void client.invalidateQueries({ queryKey: [name] })
  }, [client, name, known, change])
}

/** What is known of a colleague's claim of a record: empty where they have had none. */
export const theirsIn = (list: ClaimList, id: string): string =>
  list.claims
    .filter((claim) => claim.id === id && claim.userId !== list.userId)
    .map(({ userId, state, changedAt }) => `${userId} ${state} ${changedAt}`)
    .join()

/** The claim of a record that its holder has left. */
export type EndedClaim = Claim & { readonly state: Exclude<Claim['state'], 'held' | 'expired'> }

const isEnded = (claim: Claim): claim is EndedClaim => claim.state !== 'held' && claim.state !== 'expired'

/** The claim of a record, the one that the person had of it, and what they must know where they no longer have it. */
export function useOwnClaim(list: ClaimList | undefined, id: string) {
  const claim = list?.claims.find((each) => each.id === id && each.state === 'held')
  const isMine = claim !== undefined && claim.userId === list?.userId
  const expired = list?.claims.find((each) => each.id === id && each.state === 'expired')
  const own = isMine ? claim : expired
  const [was, setWas] = useState<Claim>()
  if (own !== undefined && was !== own) setWas(own)
  const ended = list?.claims.filter(isEnded).find((each) => each.id === id)
  const isOver = was !== undefined && ended !== undefined
  const isTheirEnd = isOver && claim === undefined && ended.userId !== list?.userId && ended.state === 'done'
  const warning = isTheirEnd ? finishedText(ended) : warningOf(claim, list, isOver ? undefined : was)
  return { claim, isMine, ended, was, setWas, isOver, isTheirEnd, warning }
}

/** Keeps a record for longer that was handed to the person, once they open it: it is no longer news to them. */
export function useTakenUp(claim: Claim | undefined, isMine: boolean, change: Claims['change']): void {
  const handed = isMine && claim?.way === 'handed' && !claim.isRenewed ? claim.id : undefined
  useEffect(() => {
    if (handed !== undefined) void change({ change: 'claim', ids: [handed] })
  }, [handed, change])
}
