import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Claim, ClaimList } from '../../language/claim.ts'
import type { ListResource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import type { EndClaim, RecordWarning } from '../data/pageWarning.ts'
import type { QueuePlace } from '../queue/useRecordQueue.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { newestChange, useClaims, useSayOpened, type Claims } from './useClaims.ts'
import { clock, type EndedClaim, theirsIn, useOwnClaim, useReadAfter, useTakenUp } from './useOwnClaim.ts'
import { useTurns } from './useTurns.ts'
import { type Left, useOpenAgain } from './work.ts'

/** How a person has left a record. */
const endings = { done: 'Done', skipped: 'Skipped', later: 'Put back' } as const

interface EndedProps extends Pick<ClaimBarProps, 'definition' | 'detail'> {
  readonly ended: EndedClaim
  readonly list: ClaimList
  readonly onClaim: () => void
}

/** Who has left a record, how and when, what has come since it was finished, and the way to work on it again. */
const Ended = ({ definition, detail, ended, list, onClaim }: EndedProps) => {
  const open = useOpenAgain(definition, detail, ended)
  const who = ended.userId === list.userId ? '' : ` by ${ended.name}`
  const now = open === undefined ? '' : open === true ? '. Open again' : `. Open again: ${open}`
  return (
    <>
      <span>{`${endings[ended.state]}${who} at ${clock(ended.changedAt)}${now}`}</span>
      {list.mayWork && (
        <Button size="small" onClick={onClaim}>
          Claim again
        </Button>
      )}
    </>
  )
}

interface ClaimBarProps {
  readonly definition: ListResource
  readonly id: string
  /** What the page shows. */
  readonly detail: Row
  readonly queue: QueuePlace | undefined
  /** Hears what questions about the record say first. */
  readonly onWarning: (warning: RecordWarning | undefined) => void
  /** How many layers above the page show the warning. */
  readonly saidBy: RefObject<number>
  /** Hears how the person's claim can end, for layers above the page. */
  readonly setEndClaim: (set: () => EndClaim | undefined) => void
}

interface MineProps {
  readonly claim: Claim
  readonly list: ClaimList
  readonly change: Claims['change']
  readonly end: EndClaim
}

const Mine = ({ claim, list, change, end }: MineProps) => {
  const ids = [claim.id]
  const [isKept, setKept] = useState(false)
  const until = clock(claim.expiresAt)
  useKeys({
    d: { label: 'Done', run: () => end('done') },
    s: { label: 'Skip', run: () => end('skip') },
  })
  return (
    <>
      <output>{isKept ? `Kept: yours until ${until}` : `Yours until ${until}`}</output>
      <Button
        size="small"
        title="Done with it: go on to the next one (D)"
        aria-keyshortcuts="D"
        onClick={() => end('done')}
      >
        Done
      </Button>
      <Button
        size="small"
        title="Skip it for now and come back to it later (S)"
        aria-keyshortcuts="S"
        onClick={() => end('skip')}
      >
        Skip
      </Button>
      <Menu
        label="More"
        name={`More: ${list.colleagues.length > 0 ? 'hand over, give back, keep' : 'give back, keep'}`}
        icon="more"
      >
        {(close) => {
          const choose = (body: Parameters<Claims['change']>[0]) => () => {
            close()
            void change(body)
          }
          const keep = () => {
            close()
            void change({ change: 'claim', ids }).then((kept) => setKept(kept === claim.id))
          }
          return (
            <>
              <MenuItem onChoose={keep}>Keep for 30 minutes</MenuItem>
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

/** Takes a record over from a colleague, once the person has confirmed it. */
const TakeOver = ({ name, onTake }: { readonly name: string; readonly onTake: () => void }) => {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        Take over
      </Button>
      {isAsked && (
        <Dialog
          title={`Take over from ${name}?`}
          text="They may be in the middle of a decision."
          onCancel={close}
          onSubmit={onTake}
          buttons={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" look="primary">
                Take over
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

interface DoneDialogProps {
  readonly left: Left['what']
  readonly cancel: () => void
  readonly confirm: () => void
}

/** Asks before a record is done with something left to decide. */
const DoneDialog = ({ left, cancel, confirm }: DoneDialogProps) => (
  <Dialog
    title="Done, with something left to decide?"
    text={`${typeof left === 'string' ? `Still open: ${left}.` : 'A decision is still open.'} Once it’s done, no one is offered this record again until more comes.`}
    onCancel={cancel}
    onSubmit={confirm}
    isGuarded
    buttons={
      <>
        <Button onClick={cancel} data-first="">
          Not yet
        </Button>
        <Button type="submit" look="primary">
          Done
        </Button>
      </>
    }
  />
)

/** Lets layers above the page end the claim. */
function useEndAbove(end: EndClaim, canEnd: boolean, set: ClaimBarProps['setEndClaim']): void {
  const latest = useRef(end)
  useEffect(() => {
    latest.current = end
  })
  useEffect(() => {
    set(() => (canEnd ? (as) => latest.current(as) : undefined))
    return () => set(() => undefined)
  }, [canEnd, set])
}

/** Who works on a record: the person, with the ways out; a colleague, from whom it can be taken over; or no one yet. */
export const ClaimBar = (props: ClaimBarProps) => {
  const { definition, id, detail, queue, onWarning, saidBy, setEndClaim } = props
  const isShown = useCallback((other: string) => other === id && saidBy.current > 0, [id, saidBy])
  const claims = useClaims(definition.name, isShown)
  const { list, change } = claims
  const { claim, isMine, ended, was, setWas, isOver, isTheirEnd, warning } = useOwnClaim(list, id)
  useTakenUp(claim, isMine, change)
  // Also once the claim has ended on the way: the person is in the middle of the queue.
  const isWorking = isMine || (was !== undefined && !isOver)
  const [left, setLeft] = useState<Left>()
  const isOnTheWay = isWorking || queue?.isTurn === true
  const turns = useTurns({ definition, id, queue, claims, isWorking: isOnTheWay, askIfDone: setLeft })
  const { goOn, end, endAsDone, move, keep, comesAgain } = turns
  const closeQuestion = () => setLeft(undefined)
  const confirmDone = () => {
    closeQuestion()
    if (left !== undefined) endAsDone(left)
  }
  const say = useSayOpened(definition, id)
  const changeOwn: Claims['change'] = async (body) => {
    const changed = await change(body)
    // Given back on purpose: the claim was not lost.
    if (body.change === 'release' && changed !== undefined) setWas(undefined)
    if (body.change === 'claim') keep()
    const receiver =
      body.change === 'hand' && changed ? list?.colleagues.find(({ userId }) => userId === body.to) : undefined
    if (receiver !== undefined) say((name) => `Handed ${name} to ${receiver.name}.`)
    return changed
  }
  const known = list && `${was !== undefined && !isMine} ${theirsIn(list, id)}`
  useReadAfter(definition, known, newestChange(list, id) ?? 0)
  const isLost = claim?.isLost === true
  const canTake = !isMine && list?.mayWork === true && claim !== undefined
  useEffect(() => {
    const takeOver = async () => (await change({ change: 'take', ids: [id] })) === id
    onWarning(warning === undefined ? undefined : { text: warning, takeOver: canTake ? takeOver : undefined, isLost })
    return () => onWarning(undefined)
  }, [warning, canTake, isLost, change, id, onWarning])
  useEffect(() => {
    if (list?.mayWork !== true) return
    queue?.setTurns(isWorking ? { move, goOn, comesAgain } : { move, comesAgain })
  })
  useEndAbove(end, list?.mayWork === true && (queue === undefined ? isMine : isWorking), setEndClaim)
  if (list === undefined) return null
  const onClaim = () => void change({ change: 'claim', ids: [id] })
  return (
    <div className="cs-row cs-note cs-digits cs-claim cs-screen" data-offered="">
      {queue?.isMoving === true && <output className="cs-late">Looking for another record…</output>}
      {isMine && claim !== undefined && <Mine {...{ claim, list }} change={changeOwn} end={end} />}
      {!isMine && !isTheirEnd && warning !== undefined && <output className="cs-warning">{warning}</output>}
      {claim === undefined && ended !== undefined && <Ended {...{ definition, detail, ended, list, onClaim }} />}
      {list.mayWork && claim === undefined && ended === undefined && (
        <Button size="small" onClick={onClaim}>
          Claim
        </Button>
      )}
      {canTake && <TakeOver name={claim.name} onTake={() => void change({ change: 'take', ids: [id] })} />}
      {left !== undefined && <DoneDialog left={left.what} cancel={closeQuestion} confirm={confirmDone} />}
    </div>
  )
}
