import { saveFile } from '../ui/saveFile.ts'
import { partialMatchKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ResolvedAction, Resource } from '../../language/resource.ts'
import { uploadKinds } from '../../language/binding.ts'
import { isRemoval } from '../../language/removal.ts'
import { failureOf, type Failure } from '../data/failure.ts'
import { fileFailureOf } from '../data/fileFailure.ts'
import type { Row } from '../model/columns.ts'
import { CLAIMS_KEY, isReadOf, subjectKey, useConsoleProvider } from '../data/useConsoleProvider.ts'
import { APPROVALS } from '../data/useGrants.ts'
import { formatValue } from '../format/formatValue.ts'
import { callAction, type Answer, type Intent, type Transfer } from './actionProvider.ts'
import { namedNotice, type NoticeSubject } from './namedNotice.ts'
import { APPROVAL_WAITING, outcomeNotice, RECORD_CLAIMED } from './outcomeNotice.ts'
import { pendingActionsIn } from './pendingActions.ts'

/** How an action ended, for its caller. The person has already been notified, except for `failed`. */
export type Outcome =
  /** `gone`: the record of the page is no longer there. */
  | { readonly state: 'sessionOver' | 'unknown' | 'alreadyRunning' | 'gone' }
  /** `shown`: a file to show instead of saving it. */
  /** `message`: the service's own. */
  | {
      readonly state: 'done'
      readonly answer: Answer['values']
      readonly shown: Answer['file']
      readonly message: string | undefined
    }
  /** Nothing was sent: the action waits for a second person until a moment, as the text says. */
  | { readonly state: 'waiting'; readonly text: string; readonly until: string }
  | { readonly state: 'failed'; readonly failure: Failure }

/**
 * Reads the detail record of a page or a part again. `undefined` if the record no longer exists. Rejects with the
 * provider's error.
 */
export type RefetchRecord = (record: Row) => Promise<Row | undefined>

/** Names the record of an action whose own text cannot: one of a part, which has no page. */
export type SubjectOf = (name: string, record: Row, type: NoticeType) => NoticeSubject | undefined

type NoticeType = 'success' | 'warning' | 'info'

/** Runs the actions of one resource, and knows which are running. */
export interface Actions {
  readonly run: (intent: Intent) => Promise<Outcome>
  /** The `busyKey` of each action that has started and whose list has not yet been read again. A form doesn't wait for that. */
  readonly busy: ReadonlySet<string>
}

/** What a page has of its own for its actions. */
export interface ActionsOptions {
  readonly refetchRecord?: RefetchRecord | undefined
  /** Creates the upload control, once per call. */
  readonly transfer?: (() => Transfer) | undefined
  /** True if the caller reports the outcome itself. */
  readonly isOutcomeReported?: boolean
  readonly subjectOf?: SubjectOf | undefined
  /** Leaves the page of the record, once it was removed. What the page has read of it is not read again. */
  readonly onRemoved?: (() => void) | undefined
  /** After a failure: says that the record is gone. Resolves with false where it isn't, or isn't known. */
  readonly sayGone?: ((intent: Intent, failure: Failure) => Promise<boolean>) | undefined
}

/** The key of one action on one record. It cannot start a second time while it is running (X5). */
export const busyKey = (name: string, record: Row | undefined): string => `${record?.id ?? ''}:${name}`

/** Shown for an action that waits for a second person. */
export const waitingText = (until: string): string =>
  `Sent for approval. Nothing has been changed yet. Another person can approve it until ${formatValue('dateTime', until)}.`

const UNKNOWN = 'Outcome unknown: no answer came in time. The data has been read again: check it before you try again.'

/** The running actions of this resource, here or anywhere else in the console. */
function useBusy({ name }: Resource) {
  const client = useQueryClient()
  const running = useMemo(() => pendingActionsIn(client), [client])
  const busy = useSyncExternalStore(running.subscribe, () => running.of(name))
  const begin = useCallback((key: string): boolean => running.begin(`${name}/${key}`), [running, name])
  const end = useCallback((key: string) => running.end(`${name}/${key}`), [running, name])
  return { busy, begin, end }
}

function useSay(definition: Resource, subjectOf: SubjectOf | undefined) {
  const notify = useNotify()
  return useCallback(
    (type: NoticeType, said: string, intent: Intent, requestId?: string) => {
      const { name, record } = intent
      const lasts = type === 'warning' ? { autoHideDuration: null } : {}
      const subject = record === undefined ? undefined : subjectOf?.(name, record, type)
      const { text, link } =
        subject === undefined
          ? namedNotice(definition, said, { ...intent, isGone: type === 'success' && isRemoval(definition, name) })
          : { text: `${said} · ${subject.text}`, link: subject.link }
      notify(text, { type, link, requestId, ...lasts })
    },
    [notify, definition, subjectOf],
  )
}

/** The resources to read again after an action: its own, the one it is part of, and those that the action names. */
const readAgainAfter = (definition: Resource, action: string): readonly string[] => {
  const whole = definition.partOf?.resource
  return [definition.name, ...(whole === undefined ? [] : [whole]), ...(definition.actions[action]?.refetch ?? [])]
}

/** True if an action only reads, so that nothing has to be read again after it. */
function isReading({ actions, bindings }: Resource, action: string): boolean {
  const binding = bindings[actions[action]?.binding ?? '']
  return binding !== undefined && binding.effect !== 'mutate' && binding.call.startsWith('GET ')
}

const isDownload = ({ actions, bindings }: Resource, action: string): boolean =>
  bindings[actions[action]?.binding ?? '']?.download !== undefined

/** Resolves once what has come is drawn. */
const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * Reads the lists that an action changes again. What a form is about comes first: where that is gone, nothing more is read
 * of it.
 *
 * @param removed a record that is gone, of which nothing is read again
 */
export async function readAgain(
  client: QueryClient,
  definition: Resource,
  action: string,
  removed?: Row,
): Promise<void> {
  if (isReading(definition, action)) return
  const about = definition.form?.about?.resource
  if (about !== undefined) await client.invalidateQueries({ queryKey: subjectKey(about) }).then(drawn)
  const resources = new Set(readAgainAfter(definition, action))
  const isRead = (query: { readonly queryKey: QueryKey }) =>
    (removed !== undefined && isReadOf(definition, removed.id)(query)) ||
    (about !== undefined && partialMatchKey(query.queryKey, subjectKey(about)))
  await Promise.all(
    [...resources].map((name) => client.invalidateQueries({ queryKey: [name], predicate: (query) => !isRead(query) })),
  )
}

/** The function that reads the lists again that an action of a definition changes. */
export function useReadAgain(definition: Resource) {
  const client = useQueryClient()
  return useCallback(
    (action: string, removed?: Row) => readAgain(client, definition, action, removed),
    [client, definition],
  )
}

/** The current detail record. A failed read gives `undefined`: it proves nothing about an accepted action. */
const readAfter = async (refetchRecord: RefetchRecord | undefined, record: Row | undefined): Promise<Row | undefined> =>
  record === undefined ? undefined : refetchRecord?.(record).catch(() => undefined)

const imageTypes: readonly string[] = Object.values(uploadKinds.image)

/** True for a file that is shown as an image, by its type. */
export const isImage = ({ type }: Blob): boolean => imageTypes.includes(type.split(';')[0] ?? '')

/** The file of a download to show: an image that its action previews. */
const shownFile = (action: ResolvedAction | undefined, { file }: Answer): Answer['file'] =>
  action?.preview === true && file !== undefined && isImage(file.content) ? file : undefined

/** After the server accepted an action: saves the file or reads the lists again, compares, and notifies. */
function useFollow(definition: Resource, options: ActionsOptions) {
  const { refetchRecord, isOutcomeReported, subjectOf, onRemoved } = options
  const client = useQueryClient()
  const refetchLists = useReadAgain(definition)
  const say = useSay(definition, subjectOf)
  return useCallback(
    async (intent: Intent, answer: Answer) => {
      const { name, record } = intent
      const action = definition.actions[name]
      if (action === undefined || shownFile(action, answer) !== undefined) return
      const since = Date.now()
      const isLeft = onRemoved !== undefined && isRemoval(definition, name)
      if (isLeft) onRemoved()
      if (answer.file === undefined) await refetchLists(name, isLeft ? record : undefined)
      else saveFile(answer.file.name, answer.file.content)
      if (isOutcomeReported === true) return
      const fresh = action.expect === undefined ? undefined : await readAfter(refetchRecord, record)
      const notice = outcomeNotice(client, { action, definition, record, answer, since, fresh })
      if (notice === undefined) return
      const { type, text } = notice
      const delay = Math.max(0, action.noticeDelayMs - (Date.now() - since))
      if (delay === 0) say(type, text, intent)
      else setTimeout(() => say(type, text, intent), delay)
    },
    [client, definition, refetchLists, refetchRecord, isOutcomeReported, onRemoved, say],
  )
}

/**
 * Runs a definition's actions pessimistically: it asks the server, reads the list again, and only then reports success.
 * A success needs the provider's own `ok`. A call whose session ended resolves without one and is not reported. An
 * unknown outcome is reported as such, after the list has been read again (X5).
 */
export function useActions(definition: Resource, options: ActionsOptions = {}): Actions {
  const { transfer, isOutcomeReported = false, sayGone } = options
  const provider = useConsoleProvider()
  const follow = useFollow(definition, options)
  const refetchLists = useReadAgain(definition)
  const say = useSay(definition, options.subjectOf)
  const client = useQueryClient()
  const { busy, begin, end } = useBusy(definition)
  const invalidate = useCallback((queryKey: QueryKey) => client.invalidateQueries({ queryKey }), [client])

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
        if (answer.waitsUntil !== undefined) {
          const text = waitingText(answer.waitsUntil)
          void invalidate(APPROVALS).finally(finish)
          // The request is on record, which the page of a form shows.
          if (definition.kind === 'form') void refetchLists(intent.name)
          if (!isOutcomeReported) say('info', text, intent)
          return { state: 'waiting', text, until: answer.waitsUntil }
        }
        const following = follow(intent, answer)
        // The next submission of a form reads what it needs.
        void (definition.kind === 'form' ? drawn() : following).finally(finish)
        const shown = shownFile(definition.actions[intent.name], answer)
        return { state: 'done', answer: answer.values, shown, message: answer.message }
      } catch (error) {
        const failure = isDownload(definition, intent.name) ? fileFailureOf(error) : failureOf(error)
        if (failure.kind === 'sessionOver') {
          finish()
          return { state: 'sessionOver' }
        }
        if ((await sayGone?.(intent, failure)) === true) {
          finish()
          return { state: 'gone' }
        }
        const read = refetchLists(intent.name)
        if (failure.code === 'CONFLICT') void invalidate(CLAIMS_KEY)
        if (failure.code === APPROVAL_WAITING) void invalidate(APPROVALS)
        // The page then knows from whom the record can be taken over.
        if (failure.code === RECORD_CLAIMED) await invalidate(CLAIMS_KEY)
        if (failure.kind !== 'unknownOutcome') {
          // Free the key now, so that the person can retry at once. Waiting for the read would block the retry.
          finish()
          return { state: 'failed', failure }
        }
        void read
          .then(() => (isOutcomeReported ? undefined : say('warning', UNKNOWN, intent, failure.requestId)))
          .finally(finish)
        return { state: 'unknown' }
      }
    },
    [provider, definition, transfer, isOutcomeReported, follow, invalidate, refetchLists, say, sayGone, begin, end],
  )
  return { run, busy }
}
