import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Claim, ClaimList } from '../../language/claim.ts'
import { isEqual } from '../../language/pointer.ts'
import type { ListResource } from '../../language/resource.ts'
import { installedConsole } from '../console/installedConsole.tsx'
import { failureOf } from '../data/failure.ts'
import { readFailureText } from '../data/readFailureText.ts'
import { formatMoment } from '../format/formatMoment.ts'
import { recordPathOf } from '../model/consoleModel.ts'
import { openedFrom, type Holders } from '../model/rowModel.ts'
import { entryMemoryOf } from '../query/entryMemory.ts'
import { tabPlace } from '../query/filterChoice.ts'
import { listParamsOf, type ListParams } from '../query/listQuery.ts'
import { countQuery, countText, momentColumn, moreTitle, readQueue, type ListCount } from '../queue/recordQueue.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { useUndisturbed } from '../ui/useUndisturbed.ts'
import { References } from '../values/References.tsx'
import { useQueueNotices } from './queueNotices.ts'
import { useClaimNext } from './useClaimNext.ts'
import { claimableIn, claimWhile, passedTo, standingIn, useClaims } from './useClaims.ts'

interface WorkBarProps {
  readonly definition: ListResource
  readonly params: ListParams
  /** The list's place: its entry in the history, its query, its search, and the order of the queue through it. */
  readonly state: {
    readonly entry: string
    readonly query: string
    readonly search: string
    readonly isOldestFirst?: boolean | undefined
    readonly setOldestFirst: (isOldestFirst: boolean) => void
  }
  readonly ids: readonly string[]
  readonly onHolders: (change: (now: Holders) => Holders) => void
}

const noClaims: ClaimList = { userId: 0, changed: null, mayWork: false, claims: [], colleagues: [], changes: [] }

/** Opens the record of the list that the person holds, else the next free one of the list, where the work is done. */
function useStart({ definition, state, ...props }: WorkBarProps, oldestBy: string | undefined) {
  const { entry, query } = state
  const client = useQueryClient()
  const provider = useDataProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const claims = useClaims(definition.name)
  const { list = noClaims } = claims
  const { claimNext, tabOf } = useClaimNext(definition, claims)
  const { endNotices } = useQueueNotices()
  const watch = useUndisturbed(query)
  const [isBusy, setBusy] = useState(false)
  // The oldest one may be on any page.
  const params =
    oldestBy === undefined ? props.params : { ...props.params, pagination: { ...props.params.pagination, page: 1 } }
  const open = ({ id, tab = '' }: { readonly id: string; readonly tab: string | undefined }, passed: string) => {
    const path = recordPathOf(definition, id)
    if (path === undefined) return
    endNotices()
    const memory = entryMemoryOf(client)
    memory.write(entry, { opened: path, params, oldestBy, turns: memory.read(entry).turns + 1 })
    const place = { pathname: path, search: `?tab=${tab}` }
    void navigate(place, { state: { ...openedFrom(state), oldestBy, resume: true, passed } })
  }
  const start = async () => {
    setBusy(true)
    const isFree = watch()
    try {
      const { ids } = await readQueue({ definition, params, client, provider }, oldestBy)
      const standing = standingIn(list)
      const held = ids.filter((id) => standing(id) === 'held')
      const own = held.length === 0 ? null : await claimWhile(isFree, claims, held)
      if (own === undefined) return
      const found =
        own === null
          ? await claimNext(claimableIn(ids, list, true), isFree)
          : { id: own, tab: await tabOf(own), idle: [] }
      if (found !== undefined && isFree()) open(found, own === null ? passedTo(found, ids, list) : '')
    } catch (error) {
      const text = `The list could not be read, so nothing was claimed. ${readFailureText(failureOf(error))}`
      notify(text, { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return { list, isBusy, start: () => void (isBusy || start()) }
}

/** The number of records in the list. Where the list is that of a tab, its count comes with those of the tabs. */
function useCount({ definition, params }: WorkBarProps): ListCount | undefined {
  const client = useQueryClient()
  const provider = useDataProvider()
  const read = { definition, client, provider }
  const own = countQuery({ ...read, params })
  const isTab = definition.list.tabs.some((tab) => {
    const place = { ...tabPlace(definition, tab, params.sort), search: '' }
    return hashKey(countQuery({ ...read, params: listParamsOf(definition, place) }).queryKey) === hashKey(own.queryKey)
  })
  return useQuery({ ...own, enabled: !isTab }).data
}

/** The states of a person's records, in the order in which they are shown. */
const ownStates = [
  ['held', 'Mine'],
  ['expired', 'Ended'],
  ['skipped', 'Skipped'],
  ['later', 'Put back'],
  ['done', 'Done'],
] as const

/** 'Mine 1 · Done 3', with those that were skipped, put back or held too long if there are any. */
const countsOf = (own: readonly Claim[]): string =>
  ownStates
    .map(([state, label]) => ({ state, label, count: own.filter((claim) => claim.state === state).length }))
    .filter(({ state, count }) => state === 'held' || state === 'done' || count > 0)
    .map(({ label, count }) => `${label} ${count}`)
    .join(' · ')

const endings = { expired: 'Claim ended', skipped: 'Skipped', later: 'Put back, not finished', done: 'Done' } as const

/** How a record is the person's, and since when or until when. */
function ownText({ state, changedAt, expiresAt }: Claim): string {
  if (state === 'held') return `Yours until ${formatMoment(expiresAt)}`
  return `${endings[state]}, ${formatMoment(state === 'expired' ? expiresAt : changedAt)}`
}

const OwnRecords = ({ claims, resource }: { readonly claims: readonly Claim[]; readonly resource: string }) => (
  <ul className="cs-divided">
    {claims.map((claim) => (
      <li key={claim.id} className="cs-row cs-row--between cs-own-record">
        <span>
          <References resource={resource} value={claim.id} isNumbered />
        </span>
        <span className="cs-meta">{ownText(claim)}</span>
      </li>
    ))}
  </ul>
)

interface StartProps {
  /** The person has a record of the list that is not finished. */
  readonly isHolding: boolean
  readonly isBusy: boolean
  readonly start: () => void
}

const StartButton = ({ isHolding, isBusy, start }: StartProps) => {
  const label = isHolding ? 'Continue' : 'Start'
  useKeys({ s: { label, run: start } })
  return (
    <Button
      look="primary"
      aria-keyshortcuts="S"
      title={isHolding ? 'Go on with the record that is yours (S)' : 'Claim the next free one (S)'}
      isBusy={isBusy}
      onClick={start}
    >
      {label}
    </Button>
  )
}

/** True when Start offers each record of the list. Elsewhere a record has to be read to see if it waits for someone else. */
function hasOnlyWork({ definition: { name }, params: { filter } }: WorkBarProps): boolean {
  const { hasWork, hasOnlyWork: tells } = installedConsole()
  return hasWork[name] === undefined || tells[name]?.(filter) === true
}

/**
 * True for a record that Start does not offer: someone has it, or has finished it and nothing can have come since. In a list
 * that has only work, more has come since to what was finished with nothing left.
 */
const isTaken = ({ state, left }: Claim, isExact: boolean): boolean =>
  state === 'held' || (state === 'done' && (left === null || (isExact && left.length > 0)))

/** How many are to do. A long list of which some wait for someone else says nothing of that. */
const ToDo = ({
  count: { count, hasMore },
  taken,
  isExact,
}: {
  readonly count: ListCount
  readonly taken: number
  readonly isExact: boolean
}) => {
  if (!isExact && hasMore) return null
  const title = isExact ? moreTitle(hasMore) : 'Some may wait for someone else: Start passes these over'
  return <span title={title}>{`To do ${isExact ? '' : 'up to '}${countText(count - taken, hasMore)}`}</span>
}

/** Above a list on whose records people take turns: Start, and how much is to do, in hand and done today. */
export const WorkBar = (props: WorkBarProps) => {
  const { definition, state, ids, onHolders } = props
  const count = useCount(props)
  const isOldestFirst = state.isOldestFirst === true
  const moment = count?.hasMore === false ? momentColumn(definition) : undefined
  const { list, isBusy, start } = useStart(props, isOldestFirst ? moment?.id : undefined)
  const [isOpen, setOpen] = useState(false)
  const { claims, userId, mayWork } = list
  const own = claims.filter((claim) => claim.userId === userId)
  const holders = useMemo(() => {
    const now = claims.filter(({ state }) => state === 'held')
    return Object.fromEntries(now.map((claim) => [claim.id, claim.userId === userId ? 'You' : claim.name]))
  }, [claims, userId])
  useEffect(() => onHolders((now) => (isEqual(now, holders) ? now : holders)), [holders, onHolders])
  const isCounted = (id: string) => ids.includes(id) || count?.ids.includes(id) === true
  const isExact = hasOnlyWork(props)
  const taken =
    count?.hasMore === false ? claims.filter((claim) => isTaken(claim, isExact) && isCounted(claim.id)).length : 0
  const ordered = ownStates.flatMap(([state]) => own.filter((claim) => claim.state === state))
  return (
    <div className="cs-row cs-note cs-digits cs-work">
      {count !== undefined && <ToDo {...{ count, taken, isExact }} />}
      {own.length === 0 ? (
        mayWork && <span>{countsOf(own)}</span>
      ) : (
        <Button look="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {countsOf(own)}
        </Button>
      )}
      {mayWork && moment !== undefined && (
        <Checkbox
          name="oldestFirst"
          label="Oldest first"
          isTicked={isOldestFirst}
          isInvalid={false}
          isReadOnly={false}
          onTick={state.setOldestFirst}
        />
      )}
      {mayWork && (
        <StartButton
          isHolding={own.some(({ id, state }) => state === 'held' && ids.includes(id))}
          {...{ isBusy, start }}
        />
      )}
      {isOpen && (
        <Drawer title="My records" of={definition.label} onClose={() => setOpen(false)}>
          <OwnRecords claims={ordered} resource={definition.name} />
        </Drawer>
      )}
    </div>
  )
}
