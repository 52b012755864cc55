import { useNotify } from 'ra-core'
import { useEffect, useState } from 'react'
import type { Claim, ClaimList } from '../../language/claim.ts'
import type { ListResource } from '../../language/resource.ts'
import type { QueuePlace } from '../queue/useRecordQueue.ts'
import { formatValue } from '../format/formatValue.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { freeIn, useClaims } from './useClaims.ts'
import type { Claims } from './useClaims.ts'

const clock = (time: number): string => formatValue('dateTime', new Date(time).toISOString()).split(', ').at(-1) ?? ''

/** What a person must know before they decide about a record, apart from the record itself. */
function warningOf(claim: Claim | undefined, isMine: boolean, was: Claim | undefined): string | undefined {
  if (isMine) return undefined
  if (claim === undefined)
    return was && `Your claim ended at ${clock(was.expiresAt)}. Nothing you’ve typed is lost: claim the record again.`
  const advice = 'Agree with them before you decide.'
  return was !== undefined && claim.way === 'taken'
    ? `${claim.name} took this record over at ${clock(claim.changedAt)}. ${advice} Nothing you’ve typed is lost.`
    : `${claim.name} works on this record until ${clock(claim.expiresAt)}. ${advice}`
}

interface ClaimBarProps {
  readonly definition: ListResource
  readonly id: string
  readonly queue: QueuePlace | undefined
  /** Hears what questions about the record say first. */
  readonly onWarning: (text: string | undefined) => void
}

/** Ends the claim of this record, and claims the next free one of the list. Resolves with false if it stays here. */
function useMoveOn({ id, queue }: ClaimBarProps, { list, change }: Claims) {
  const notify = useNotify()
  return async (end: 'done' | 'skip') => {
    if (list === undefined || (await change({ change: end, ids: [id] })) === undefined) return false
    const ids = freeIn(queue?.others ?? [], list)
    const next = ids.length === 0 ? null : await change({ change: 'claim', ids })
    if (typeof next === 'string') queue?.step(next, { resume: true })
    else if (next === null && queue !== undefined) notify('Nothing else in this list is free.', { type: 'info' })
    return typeof next === 'string' && queue !== undefined
  }
}

interface MineProps {
  readonly claim: Claim
  readonly list: ClaimList
  readonly change: Claims['change']
  readonly moveOn: (end: 'done' | 'skip') => void
}

const Mine = ({ claim, list, change, moveOn }: MineProps) => {
  const ids = [claim.id]
  useKeys({
    d: { label: 'Done', run: () => moveOn('done') },
    s: { label: 'Skip', run: () => moveOn('skip') },
  })
  return (
    <>
      <span>Yours until {clock(claim.expiresAt)}</span>
      <Button
        size="small"
        title="Done with it: go on to the next one (D)"
        aria-keyshortcuts="D"
        onClick={() => moveOn('done')}
      >
        Done
      </Button>
      <Button
        size="small"
        title="Skip it for now and come back to it later (S)"
        aria-keyshortcuts="S"
        onClick={() => moveOn('skip')}
      >
        Skip
      </Button>
      <Menu label="More" icon="more">
        {(close) => {
          const choose = (body: Parameters<Claims['change']>[0]) => () => {
            close()
            void change(body)
          }
          return (
            <>
              <MenuItem onChoose={choose({ change: 'claim', ids })}>Keep for 30 minutes</MenuItem>
              <MenuItem onChoose={choose({ change: 'release', ids })}>Give back</MenuItem>
              {list.colleagues.map(({ userId, name }) => (
                <MenuItem key={userId} onChoose={choose({ change: 'hand', ids, to: userId })}>
                  Hand to {name}
                </MenuItem>
              ))}
            </>
          )
        }}
      </Menu>
    </>
  )
}

/** Who works on a record: the person, with the ways out; a colleague, from whom it can be taken over; or no one yet. */
export const ClaimBar = (props: ClaimBarProps) => {
  const { definition, id, queue, onWarning } = props
  const claims = useClaims(definition.name)
  const { list, change } = claims
  const claim = list?.claims.find((each) => each.id === id && each.state === 'held')
  const isMine = claim !== undefined && claim.userId === list?.userId
  const [was, setWas] = useState<Claim>()
  if (isMine && was !== claim) setWas(claim)
  const isOver = was !== undefined && list?.claims.some((each) => each.id === id && each.state !== 'held') === true
  const warning = warningOf(claim, isMine, isOver ? undefined : was)
  const moveOn = useMoveOn(props, claims)
  const changeOwn: Claims['change'] = async (body) => {
    const changed = await change(body)
    // Given back on purpose: the claim was not lost.
    if (body.change === 'release' && changed !== undefined) setWas(undefined)
    return changed
  }
  useEffect(() => {
    onWarning(warning)
    return () => onWarning(undefined)
  }, [warning, onWarning])
  useEffect(() => {
    queue?.setGoOn(isMine ? () => moveOn('done') : undefined)
  })
  if (list === undefined) return null
  return (
    <div className="cs-row cs-note cs-digits cs-claim cs-screen">
      {isMine && <Mine {...{ claim, list }} change={changeOwn} moveOn={(end) => void moveOn(end)} />}
      {!isMine && warning !== undefined && <output className="cs-warning">{warning}</output>}
      {!isMine && list.mayWork && (
        <Button size="small" onClick={() => void change({ change: claim === undefined ? 'claim' : 'take', ids: [id] })}>
          {claim === undefined ? 'Claim' : 'Take over'}
        </Button>
      )}
    </div>
  )
}
