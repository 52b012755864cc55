import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useStoreContext } from 'ra-core'
import { useCallback, useEffect, useMemo } from 'react'
import { checked } from '../../dataProvider/answerOf.ts'
import type { ClaimParams } from '../../dataProvider/types.ts'
import { type Claim, type ClaimList, claimList } from '../../language/claim.ts'
import type { ListResource } from '../../language/resource.ts'
import { failureOf, mayBeDone, mayBeDoneText } from '../data/failure.ts'
import { perClient } from '../data/perClient.ts'
import { recentRecords } from '../data/recentRecords.ts'
import { listResource, recordPathOf } from '../model/consoleModel.ts'
import type { Row } from '../model/columns.ts'
import { recordName } from '../model/rowModel.ts'
import { CLAIMS_KEY, useConsoleProvider } from '../data/useConsoleProvider.ts'
import { leftThen } from './work.ts'

/** How often the claims of all gateways are read, in ms; more often by a person who has a record that can be taken over, or has lost one. */
const EVERY_MS = 15_000
const WHILE_HELD_MS = 5000

const hasOne = (list: ClaimList | undefined): boolean =>
  list?.claims.some(({ userId, state, isLost }) => isLost || (userId === list.userId && state === 'held')) === true

type Change = NonNullable<ClaimParams['change']>

/** The name of a record that the person has opened, and the way to it. */
function openedRecord(client: QueryClient, definition: ListResource, id: string) {
  const to = recordPathOf(definition, id)
  const name = recentRecords(client).find((each) => each.to === to)?.label
  return { name, to }
}

/** Says something about the record of the page, by its name; with a link where the page is left. */
export function useSayOpened(definition: ListResource, id: string) {
  const client = useQueryClient()
  const notify = useNotify()
  return (say: (name: string) => string, isLeft = false) => {
    const { name: label = `record ${id}`, to } = openedRecord(client, definition, id)
    const text = say(label)
    const link = isLeft && to !== undefined ? { to, label } : undefined
    notify(text, { type: 'info', link })
  }
}

/**
 * Says something about a record, which is named: by its page if the person has opened it, else by its list. Its link opens
 * the tab where the work is done, and ends the notice.
 */
function useSayOf(resource: string) {
  const client = useQueryClient()
  const provider = useDataProvider()
  const notify = useNotify()
  return useCallback(
    async (id: string, say: (name: string) => string) => {
      const definition = listResource(resource)
      const { name, to } = definition === undefined ? {} : openedRecord(client, definition, id)
      const read = async () => {
        const { data } = await provider.getMany<Row>(resource, { ids: [id], meta: { view: 'name' } })
        const [row] = data
        return definition === undefined || row === undefined ? undefined : recordName(definition, row)
      }
      const label = name ?? (await read().catch(() => undefined)) ?? `record ${id}`
      const text = say(label)
      const tab = definition?.show?.workTab
      const place = tab === undefined ? to : `${to}?${new URLSearchParams({ tab }).toString()}`
      const link = to === undefined ? undefined : { to: place, label, endsNotice: true }
      notify(text, { type: 'info', autoHideDuration: null, link })
    },
    [client, provider, notify, resource],
  )
}

/** The claims of each resource as they were last read since the page was loaded. */
const lastReadIn = perClient(() => new Map<string, ClaimList>())

/** The claims of a resource as they were read before, which `list` replaces. */
function readBefore(client: QueryClient, resource: string, list: ClaimList): ClaimList | undefined {
  const lastRead = lastReadIn(client)
  const before = lastRead.get(resource)
  lastRead.set(resource, list)
  return before
}

/** Says what others have done with a record: that one was handed to the person, or taken over from them. */
function useMoves(resource: string, list: ClaimList | undefined, isShown: (id: string) => boolean): void {
  const client = useQueryClient()
  const store = useStoreContext()
  const sayOf = useSayOf(resource)
  useEffect(() => {
    if (list === undefined) return
    const saidKey = `${resource}.handed.${list.userId}`
    const said = store.getItem<number>(saidKey) ?? 0
    const before = readBefore(client, resource, list)?.claims ?? []
    const wasMine = (id: string) => before.some((claim) => claim.id === id && claim.userId === list.userId)
    for (const { id, userId, way, name, before: holder, state, changedAt, isRenewed } of list.claims) {
      if (state !== 'held' || wasMine(id) === (userId === list.userId)) continue
      const taken = way === 'taken' && userId !== list.userId
      const handed = way === 'handed' && userId === list.userId && !isRenewed && changedAt > said
      if (taken && isShown(id)) continue
      if (taken) void sayOf(id, (record) => `${name} took over ${record} from you.`)
      else if (handed) {
        void sayOf(id, (record) => `${holder ?? ''} handed ${record} to you.`)
        store.setItem(saidKey, Math.max(changedAt, store.getItem<number>(saidKey) ?? 0))
      }
    }
  }, [client, store, resource, list, sayOf, isShown])
}

/** Who works on which record of a resource, and the function that claims, hands over and ends. */
export interface Claims {
  readonly list: ClaimList | undefined
  /** Answers the record that the change was about; `null` when none was free; `undefined` after a failure, which it says. */
  readonly change: (change: Change) => Promise<string | null | undefined>
}

const LOOK = 'Who has which record has been read again: look at it here before you repeat it.'

const NOT_READ = 'Who has which record couldn’t be read again: load the page again before you repeat it.'

const notShown = () => false

const endStates: Readonly<Partial<Record<Change['change'], Claim['state']>>> = {
  done: 'done',
  skip: 'skipped',
  later: 'later',
}

/** True where the change has ended the person's claim, by the claims as they are now. */
const isEnded = ({ claims, userId }: ClaimList, { change, ids }: Change): boolean =>
  claims.some((claim) => claim.id === ids[0] && claim.userId === userId && claim.state === endStates[change])

/** @param isShown true if another part of the page shows that the record was taken over */
export function useClaims(resource: string, isShown: (id: string) => boolean = notShown): Claims {
  const provider = useConsoleProvider()
  const client = useQueryClient()
  const notify = useNotify()
  const key = useMemo(() => [...CLAIMS_KEY, resource], [resource])
  const read = useCallback(
    async (params: ClaimParams) => checked(claimList, (await provider.claims(resource, params)).data),
    [provider, resource],
  )
  const { data: list } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read({ signal }),
    refetchInterval: ({ state }) => (hasOne(state.data) ? WHILE_HELD_MS : EVERY_MS),
    retry: false,
  })
  useMoves(resource, list, isShown)
  const change = useCallback(
    async (body: Change) => {
      try {
        const answer = await read({ change: body })
        client.setQueryData(key, answer)
        return answer.changed
      } catch (error) {
        const failure = failureOf(error)
        if (failure.kind === 'sessionOver') return undefined
        const isUnknown = mayBeDone(failure)
        const now = await read({}).catch(() => undefined)
        if (now !== undefined) client.setQueryData(key, now)
        if (isUnknown && now !== undefined && isEnded(now, body)) return body.ids[0]
        const text = isUnknown ? `${mayBeDoneText(failure)} ${now === undefined ? NOT_READ : LOOK}` : failure.message
        const type = isUnknown ? 'warning' : 'error'
        notify(text, { type })
        return undefined
      }
    },
    [read, client, key, notify],
  )
  return { list, change }
}

/** How a record is to a person: free, their own in one of its states, or a colleague's, who has it or has finished it. */
type Standing = Exclude<Claim['state'], 'expired'> | 'free' | 'theirs'

/** Tells how each record is to the person. */
export function standingIn({ claims, userId }: ClaimList): (id: string) => Standing {
  const standings = new Map<string, Standing>(
    claims.map(({ id, userId: holder, state }) => [
      id,
      state === 'expired' ? 'free' : holder === userId ? state : 'theirs',
    ]),
  )
  return (id) => standings.get(id) ?? 'free'
}

/** How a claim is undone that a person no longer wants, by what the record was to them. What they held stays theirs. */
const undoings: Readonly<Partial<Record<Standing, Change['change'] | 'none'>>> = {
  skipped: 'skip',
  later: 'later',
  held: 'none',
}

/**
 * Claims the first of some records that is free, as long as the person has begun nothing else: it is undone otherwise, and answered as
 * after a failure.
 */
export async function claimWhile(isFree: () => boolean, { list, change }: Claims, ids: readonly string[]) {
  if (!isFree()) return undefined
  const id = await change({ change: 'claim', ids })
  if (typeof id !== 'string' || isFree()) return id
  const undoing = undoings[list === undefined ? 'free' : standingIn(list)(id)] ?? 'release'
  if (undoing !== 'none') await change({ change: undoing, ids: [id] })
  return undefined
}

/** The number of the newest change of a record by someone else; undefined where there is none of late. */
export const newestChange = (list: ClaimList | undefined, id: string): number | undefined =>
  list?.changes.find((change) => change.id === id)?.seq

/** Why records were passed over, in words: '5 passed over: 3 with colleagues, 2 waiting for someone else'. */
export function passedText(passed: readonly string[], { claims, userId }: ClaimList): string {
  const whyOf = (id: string) => {
    const claim = claims.find((each) => each.id === id)
    if (claim?.state === 'done') return 'done'
    return claim?.state === 'held' && claim.userId !== userId ? 'with colleagues' : 'waiting for someone else'
  }
  const whys = passed.map(whyOf)
  const counted = ['with colleagues', 'waiting for someone else', 'done']
    .map((why) => ({ why, count: whys.filter((each) => each === why).length }))
    .filter(({ count }) => count > 0)
  const words = counted.map(({ why, count }) => (counted.length === 1 ? why : `${count} ${why}`)).join(', ')
  return words === '' ? '' : `${passed.length} passed over: ${words}`
}

/**
 * As `passedText`, on the way to a record that was claimed: those without work, and those before it that a colleague has or
 * anyone has finished.
 */
export function passedTo(
  { id, idle }: { readonly id: string; readonly idle: readonly string[] },
  order: readonly string[],
  list: ClaimList,
): string {
  const isTaken = (each: string) =>
    list.claims.some(
      ({ id: claimed, state, userId }) =>
        claimed === each && (state === 'done' || (state === 'held' && userId !== list.userId)),
    )
  const before = order.slice(0, Math.max(0, order.indexOf(id)))
  return passedText([...new Set([...idle, ...before.filter(isTaken)])], list)
}

/**
 * The records of a queue that a person may claim, in its order; what they have skipped or put back comes after it, then what
 * they hold.
 *
 * @param isStart also what anyone has finished, once no other is free: more may have come since
 */
export function claimableIn(ids: readonly string[], list: ClaimList, isStart = false): readonly string[] {
  const standing = standingIn(list)
  const round = (...wanted: readonly Standing[]) => ids.filter((id) => wanted.includes(standing(id)))
  const finished = list.claims.filter((claim) => isStart && leftThen(claim) !== undefined).map(({ id }) => id)
  return [
    ...round('free'),
    ...ids.filter((id) => finished.includes(id)),
    ...round('skipped', 'later'),
    ...round('held'),
  ]
}
