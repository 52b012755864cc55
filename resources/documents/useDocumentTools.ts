import { useGetIdentity } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { NestedResource } from '../../language/resource.ts'
import type { Intent } from '../../src/actions/actionProvider.ts'
import { type ActionFlow, useActionFlow } from '../../src/actions/useActionFlow.ts'
import type { SubjectOf } from '../../src/actions/useActions.ts'
import type { CurrentOf } from '../../src/actions/useOvertaken.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { recordPathOf } from '../../src/model/consoleModel.ts'
import { type TrailState, useTrail } from '../../src/show/history/useTrail.ts'
import { partModelOf } from '../../src/nested/partModel.ts'
import { usePart } from '../../src/nested/PartBlock.tsx'
import { useQueue } from '../../src/queue/useRecordQueue.ts'
import { useDelegatedClick } from '../../src/ui/useDelegatedClick.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { readEntry, writeEntry } from '../../src/router/historyEntry.ts'
import { runPressed } from '../../src/model/pressed.ts'
import type { Row } from '../../src/model/columns.ts'
import { accountFileFields, accountFileOf, type AccountFileField } from './AccountSection.tsx'
import { useRequiredDocuments } from './useRequiredDocuments.ts'
import { applicantsWith, isWaiting, ownerOf } from './viewer/people.ts'
import { stepsOf } from '../verification/caseTrail.ts'
import { type DocumentTools, viewableOf } from './viewer/pagerPosition.ts'

/** A letter of the account that is not an uploaded document of a case but has its own file. */
interface Letter {
  readonly record: Row
  readonly applicant: AccountFileField['applicant']
}

const lettersOf = (detail: unknown, documents: readonly Row[]): readonly Letter[] =>
  accountFileFields.flatMap((field) => {
    const file = accountFileOf(field, detail, documents)
    if (file.kind !== 'document' || documents.includes(file.record)) return []
    return [{ record: file.record, applicant: field.applicant }]
  })

const idOf = (record: Row | undefined): string | undefined => (record === undefined ? undefined : String(record.id))

/** Goes on after a decision about a document. */
type MoveOn = (id: string) => Promise<void>

/** The document that this entry of the history last showed in the viewer; empty once that was closed. */
const VIEWED = 'viewed'

/**
 * Returns focus to a document's row when the viewer closes, because the button that opened it may be gone. The browser's history
 * keeps which document is in the viewer.
 */
function useViewed(root: RefObject<HTMLElement | null>, first: () => string | undefined) {
  const [viewed, setViewed] = useState(first)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = viewed
    if (viewed !== before) writeEntry(VIEWED, viewed ?? '')
    if (before === undefined || viewed !== undefined) return
    const row = root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(before)}"]`)
    const button = row?.querySelector<HTMLElement>('[data-view]') ?? row
    button?.focus()
  }, [viewed, root])
  const close = useCallback(() => setViewed(undefined), [])
  return { viewed, view: setViewed, close }
}

/**
 * The document that the viewer opens on: the one that was in it before the page was loaded again or left, else the first that waits
 * where the queue leads on.
 */
function openedOn(documents: readonly Row[], isResumed: boolean): string | undefined {
  const kept = readEntry(VIEWED)
  if (kept === '') return undefined
  if (documents.some((record) => idOf(record) === kept)) return String(kept)
  return isResumed ? idOf(documents.find(isWaiting)) : undefined
}

/**
 * The document in the viewer: the one that waits where the queue leads on, then the next after each decision.
 *
 * @param ordered the documents of the cases, in the order of the page
 * @param letters the other documents
 * @param hasAsked true once a question was asked on this page: one that is there before was asked until the session ended
 */
function useViewing(
  root: RefObject<HTMLElement | null>,
  ordered: readonly Row[],
  letters: readonly Letter[],
  { question }: ActionFlow,
  hasAsked: boolean,
) {
  const queue = useQueue()
  const all = [...ordered, ...letters.map(({ record }) => record)]
  const { viewed, view, close } = useViewed(root, () => openedOn(all, queue?.takeResumed() === true))
  // The queue may lead back to the page that it is on.
  useEffect(() => {
    if (queue?.takeResumed() === true) view(openedOn(all, true))
  })
  // A question that is there again after the end of the session is above the picture of its document, as it may have been.
  const asked = idOf(ordered.find(({ id }) => id === question?.intent.record?.id))
  const isViewing = viewed !== undefined
  useEffect(() => {
    if (asked !== undefined && (isViewing || !hasAsked)) view(asked)
  }, [asked, isViewing, hasAsked, view])
  // After a decision in the viewer: the next document that waits, then the next record of the list, else the row.
  const leadOn = useCallback<MoveOn>(
    async (decided) => {
      if (viewed !== decided) return
      const at = ordered.findIndex(({ id }) => String(id) === decided)
      const others = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))]
      const next = idOf(others.find(isWaiting))
      if (next !== undefined) view(next)
      else if ((await queue?.goOn()) !== true) close()
    },
    [viewed, ordered, view, close, queue],
  )
  // At once, as what opens later would cover the question.
  const restored = hasAsked ? undefined : asked
  return { viewed: viewed ?? restored, view, close, leadOn }
}

/** Closing a question that found its document decided by someone else leads on, as a decision does. */
function useLeadOn(flow: ActionFlow, moveOn: RefObject<MoveOn | undefined>): ActionFlow {
  return useMemo(() => {
    const cancel: ActionFlow['cancel'] = (shown = flow.question) => {
      const { change, intent, isLookedAt = false } = shown ?? {}
      const now = change?.fresh ?? (intent?.record && flow.currentOf?.(intent.record)?.record)
      flow.cancel(shown)
      // The flow itself leads on from what it found done.
      if (now !== undefined && !isWaiting(now) && !isLookedAt) void moveOn.current?.(String(now.id))
    }
    return { ...flow, cancel }
  }, [flow, moveOn])
}

/** Who gave a document its status, in a sentence, if that is on record here. @param own the e-mail of this person */
function decidedBy({ id, status }: Row, { events = [] }: TrailState, own: unknown) {
  const step = stepsOf(String(id), events).findLast(({ verb }) => verb.toLowerCase() === status)
  if (step === undefined) return undefined
  const isOwn = step.by === own
  const by = `${step.verb} by ${isOwn ? 'you' : step.by} at ${formatValue('dateTime', step.at)}.`
  return { by, ownOperation: isOwn ? step.operation : undefined }
}

/** Finds a document as it is now, and who has decided it. */
function useCurrentDocument(inPart: CurrentOf, trail: TrailState): CurrentOf {
  const own: unknown = useGetIdentity().identity?.['email']
  return useCallback(
    (seen) => {
      const now = inPart(seen)
      return now && { ...now, ...decidedBy(now.record, trail, own) }
    },
    [inPart, trail, own],
  )
}

/** The account's documents, with all of their actions. One listener serves all buttons. */
export function useDocumentTools(page: PageModel, part: NestedResource) {
  const { definition: parent, detail, record, permissions } = page
  const { records, refetchRecord, currentOf: inPart } = usePart({ parent, part, detail, record })
  const letters = useMemo(() => lettersOf(detail, records), [detail, records])
  const required = useRequiredDocuments(page, records)
  const { verification } = required
  const hasFailed = required.read.failure !== undefined
  const applicants = useMemo(
    () => applicantsWith(page, { verification, hasFailed }, records),
    [page, verification, hasFailed, records],
  )
  const subjectOf = useCallback<SubjectOf>(
    (name, document) => {
      const label = ownerOf(document, applicants)?.name ?? ''
      if (name === 'download' || label === '') return undefined
      const text = `${formatValue('words', document['proof'])} of ${label}`
      return { text, link: { to: recordPathOf(parent, record.id) ?? '', label } }
    },
    [applicants, parent, record.id],
  )
  const moveOn = useRef<MoveOn>(undefined)
  const onAccepted = ({ record: decided }: Intent) => void moveOn.current?.(String(decided?.id))
  const trail = useTrail(parent, record.id, records.map(({ id, status }) => `${id} ${String(status)}`).join())
  const currentOf = useCurrentDocument(inPart, trail)
  const flow = useLeadOn(useActionFlow(part, { refetchRecord, currentOf, subjectOf, onAccepted }), moveOn)
  const { start: ask, busy } = flow
  const [hasAsked, setAsked] = useState(false)
  const start = useCallback<ActionFlow['start']>(
    (...asked) => {
      setAsked(true)
      ask(...asked)
    },
    [ask],
  )
  const handleClick = useCallback(
    (target: Element) => runPressed(target, [...records, ...letters.map((letter) => letter.record)], start),
    [records, letters, start],
  )
  const ref = useDelegatedClick<HTMLElement>(handleClick)
  const ordered = useMemo(() => viewableOf(applicants).map(({ record: document }) => document), [applicants])
  const { viewed, view, close, leadOn } = useViewing(ref, ordered, letters, flow, hasAsked)
  useEffect(() => {
    moveOn.current = leadOn
  }, [leadOn])
  const model = useMemo(
    () => partModelOf(part, permissions, { parent, page: record }),
    [part, permissions, parent, record],
  )
  const tools: DocumentTools = useMemo(() => ({ model, busy, view, start, trail }), [model, busy, view, start, trail])
  return { ref, flow, tools, records, letters, required, applicants, viewed, close }
}
