import { type Evidence, takesEvidence } from '../../../language/evidence.ts'
import { type AuditResult, auditResults } from '../../../language/auditView.ts'
import type { HistoryEvent } from '../../../language/history.ts'
import { isPersonal } from '../../../language/personal.ts'
import { namingColumn } from '../../../language/namingColumn.ts'
import { objectOf } from '../../../language/input.ts'
import { isPointer, isValues, valueAt } from '../../../language/pointer.ts'
import { resolveFact } from '../../../language/resolveFact.ts'
import { redact } from '../../../language/redact.ts'
import { redactEvidence } from './auditEntries.ts'
import { approvalLabels, happenedAt } from './approvalEvents.ts'
import { settlementView } from './settleOutcome.ts'
import { stateChanges } from './statesAfter.ts'
import { messageOf } from '../core/errors.ts'
import type { Operation } from '../../../language/operations.ts'
import type { ResolvedAction } from '../../../language/resource.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import type { AuditEntry } from '../../store/auditSearch.ts'
import { isSettling, settledBy } from '../../store/auditSettlements.ts'
import {
  type AuditApproval,
  type AuditEvent,
  type AuditIntent,
  OUTCOME_SETTLED,
  RECORD_AFTER,
} from '../../store/auditRecord.ts'

/** What people call the steps of a claim in a record's history, by the part of the operation after the resource. */
export const claimLabels = {
  claimed: 'Record claimed',
  claimTaken: 'Taken over',
  claimHanded: 'Handed to a colleague',
  claimDone: 'Work finished',
  claimSkipped: 'Skipped',
  claimPutBack: 'Put back, not finished',
  claimReleased: 'Given back',
} as const

/** The reason of an action and its evidence; null for an action without evidence. */
export interface RecordedReason {
  readonly reason: string
  readonly evidence: Evidence | null
}

/** Reads the older form, in which the browser wrote the evidence below the reason, on its own lines. */
function readProse(text: string): RecordedReason {
  const [before = '', acknowledged = ''] = text.split(/(?:^|\n)Acknowledged: (.*)$/s)
  const [reason = '', reliedOn = ''] = before.split(/(?:^|\n)Relied on: (.*)$/s)
  return {
    reason,
    evidence: {
      reliedOn: reliedOn === '' ? [] : reliedOn.split('; ').map((label) => ({ value: '', label })),
      acknowledged: acknowledged === '' ? [] : acknowledged.split('; '),
    },
  }
}

/** Reads the reason and the evidence of an intent of any version. @param action the declared action */
function readIntent(
  { version, reason, evidence }: Pick<AuditIntent, 'version' | 'reason' | 'evidence'>,
  action: ResolvedAction | undefined,
): RecordedReason {
  if (version === undefined && takesEvidence(action)) return readProse(reason ?? '')
  return { reason: reason ?? '', evidence: evidence ?? null }
}

/** The labels of operations that no definition declares, by the part of the id after the resource. */
export type Labels = Readonly<Record<string, string>>

export const gatewayLabels: Labels = {
  reveal: 'Reveal',
  history: 'Read history',
  signIn: 'Sign in',
  signOut: 'Sign out',
  stepUp: 'Confirm sign-in',
  sessionEnded: 'Session ended',
  endSession: 'End session',
  access: 'Read access',
  sessions: 'Read sessions',
  approvals: 'Read approvals',
  drift: 'Read schema drift',
  clearDrift: 'Clear schema drift',
  changeAuditKey: 'Change audit key',
  restoreAuditGuard: 'Restore audit guard',
  export: 'Export',
  exportAccess: 'Export access',
  audit: 'Search audit trail',
  auditRecord: 'Read audit record',
  exportAudit: 'Export audit trail',
  manyViews: 'Many records seen',
  manyFiles: 'Many files taken',
  report: 'Report on a record',
  [RECORD_AFTER]: 'Record after a change',
  [OUTCOME_SETTLED]: 'Outcome settled',
  list: 'Search',
  listFiltered: 'Search',
  getOne: 'Open',
  create: 'Create',
  update: 'Edit',
  delete: 'Delete',
  ...approvalLabels,
  ...claimLabels,
}

/** The result of an entry, as docs/audit-format.md says: an event has happened when it is recorded. */
export function resultOf({ record, outcome, settlement }: AuditEntry): AuditResult {
  if (settlement !== null) return settlement.finding
  if (record.phase === 'intent') return outcome?.result ?? 'open'
  const { result } = record.details
  return auditResults.find((known) => known === result) ?? 'ok'
}

const outcomes: Readonly<Record<AuditResult, HistoryEvent['outcome']>> = {
  ok: 'done',
  refused: 'refused',
  failed: 'failed',
  unknown: 'unknown',
  open: 'unknown',
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What people call a file that was only shown. */
export const VIEWED = 'Viewed'

/** What people call an intent: a file that was only shown was not downloaded. */
const intentLabel = ({ operation, isShown }: AuditIntent, operations: Operations, labels: Labels): string =>
  isShown === true ? VIEWED : labelOf(operation, operations, labels)

/** The label of an action, with the button that confirms it where another action has the same. */
function actionLabel({ definition, action }: Operation): string | undefined {
  // A form goes by its own name, not by that of its button.
  if (definition.kind === 'form') return definition.label
  if (action === undefined) return undefined
  const own = Object.values(definition.actions).filter(({ label }) => label === action.label)
  const button = action.confirm?.confirmLabel
  return own.length > 1 && button !== undefined ? `${action.label}: ${button}` : action.label
}

/** What people call an operation. */
export function labelOf(operation: string, operations: Operations, labels: Labels): string {
  const [, name = ''] = operation.split('.')
  const known = { ...gatewayLabels, ...labels }
  const own = Object.hasOwn(known, name) ? known[name] : undefined
  const found = operations.get(operation)?.operation
  return (found && actionLabel(found)) ?? own ?? name
}

/** Text without digests of personal values, which never leave the gateway. */
export const withoutDigests = (target: string): string => target.replaceAll(/hmac:[0-9a-f]+/g, '•••')

/**
 * What a form has changed of whom it is about: the words for the value of a choice, or the label of a field that the form's
 * own does not name.
 */
function changesIn({ operation, input }: AuditIntent, operations: Operations): string {
  const { definition, body = {} } = operations.get(operation)?.operation ?? {}
  const sent = valueAt(input, '/body')
  if (definition?.kind !== 'form' || definition.form.about === undefined || !isValues(sent)) return ''
  const { fields, about } = definition.form
  const changes = Object.entries(fields).flatMap(([name, { label, schema }]) => {
    const [found] = Object.entries(body).filter(([, source]) => 'field' in source && source.field === name)
    const value = found && sent[found[0]]
    if (name === about.field || value === undefined || value === null || value === '') return []
    const words = objectOf(schema).labels?.[typeof value === 'string' ? value : JSON.stringify(value)]
    if (words === undefined && definition.label.includes(label)) return []
    return [words ?? label]
  })
  return changes.join(', ')
}

/** What a value that was shown whole is called. */
function revealedIn(operation: string, { field }: Readonly<Record<string, unknown>>, operations: Operations): string {
  const [resource, name] = operation.split('.')
  if (name !== 'reveal' || typeof field !== 'string' || !isPointer(field)) return ''
  const { detail, record } = operations.get(`${resource}.getOne`)?.operation.definition ?? {}
  return resolveFact(field, detail?.schema ?? record).label
}

/** What people call a settlement by its finding; a refused one has none. */
export const settlingLabels = {
  ok: 'Outcome settled as done',
  failed: 'Outcome settled as not done',
  none: 'Outcome not settled',
} as const

/** The action that the step of an approval is about, or which a person found out to be done or not. */
function aboutIn({ operation, details }: AuditEvent, operations: Operations, labels: Labels): string {
  const [, name = ''] = operation.split('.')
  const action = Object.hasOwn(approvalLabels, name) || isSettling(operation) ? textOf(details['action']) : ''
  return action === '' ? '' : labelOf(action, operations, labels)
}

/**
 * The label of an entry, with what a form has changed or which value was revealed; a step of an approval also names the action
 * that waits, and a settlement the one that was found to be done or not.
 */
export function labelOfEntry({ record }: Pick<AuditEntry, 'record'>, operations: Operations, labels: Labels): string {
  if (record.phase === 'intent')
    return [intentLabel(record, operations, labels), changesIn(record, operations)].filter(Boolean).join(': ')
  const own = isSettling(record.operation)
    ? settlingLabels[settledBy(record)?.finding ?? 'none']
    : labelOf(record.operation, operations, labels)
  const what = aboutIn(record, operations, labels) || revealedIn(record.operation, record.details, operations)
  return what === '' ? own : `${own}: ${what}`
}

/** The details of an entry: a change has its own fields, an event has `details`. */
function detailsOf({ record, outcome }: AuditEntry, operations: Operations) {
  if (record.phase === 'intent') {
    const recorded = readIntent(record, operations.get(record.operation)?.operation.action)
    const [target, reference] = [record.target ?? '', outcome?.reference ?? '']
    return {
      ...recorded,
      target,
      reference,
      failure: outcome?.result === 'ok' ? '' : (outcome?.said ?? outcome?.message ?? ''),
    }
  }
  const { target, reason, ref, message } = record.details
  return {
    target: textOf(target),
    reason: textOf(reason),
    evidence: null,
    reference: textOf(ref),
    failure: textOf(message),
  }
}

/**
 * The service's id of a result. Digits within an id of letters and digits, such as `copy-u8af974d717823929`, are no
 * personal number, although they may look like one.
 */
const shownReference = (reference: string): string =>
  /^(?=.*[A-Za-z])[\w-]+$/.test(reference) ? reference : redact(reference)

const approvalOf = ({ requestedBy, comment }: AuditApproval) => ({
  requester: requestedBy.email,
  comment: redact(comment),
})

/** What became of a request, where not the one who made it ended it. */
export function approvalIn({ record }: AuditEntry): HistoryEvent['approval'] {
  if (record.phase === 'intent') return record.approval && approvalOf(record.approval)
  const requester = valueAt(record.details, '/requestedBy/email')
  const [, step] = record.operation.split('.')
  if (typeof requester !== 'string' || step === 'approvalWithdrawn') return undefined
  return { requester, comment: '' }
}

/** What the record of a change was called before it; empty where that is not known, or personal. */
function nameIn({ operation, before }: AuditIntent, operations: Operations): string {
  const { definition } = operations.get(operation)?.operation ?? {}
  if (definition === undefined || definition.kind === 'form' || !isValues(before)) return ''
  const { field } = namingColumn(definition) ?? {}
  const isOwn = field !== undefined && !isPersonal({ field }, { definition, action: undefined })
  return isOwn ? textOf(before[field]) : ''
}

interface Known {
  /** The reader, who alone gets the keys of what they have sent. */
  readonly userId: number
  readonly operations: Operations
  readonly labels: Labels
  /** The records that were read again after their changes, by the numbers of these. */
  readonly read: ReadonlyMap<unknown, unknown>
  /** What was requested to be changed, by the ids of the requests. */
  readonly requested: ReadonlyMap<unknown, unknown>
}

/** An entry of the trail for everyone who may read the record: without inputs, digests and addresses. */
export function historyEvent(entry: AuditEntry, { userId, operations, labels, read, requested }: Known): HistoryEvent {
  const { record, settlement } = entry
  const { operation, actor } = record
  const { target, reason, evidence, reference, failure } = detailsOf(entry, operations)
  const name = record.phase === 'intent' ? nameIn(record, operations) : ''
  const changes = stateChanges(entry, read)
  const approval = approvalIn(entry)
  const named = target === '' && record.phase === 'event' ? requested.get(record.details['approval']) : target
  const key = record.phase === 'intent' && record.actor.userId === userId ? record.idempotencyKey : null
  return {
    seq: entry.seq,
    at: new Date(happenedAt(entry)).toISOString(),
    actor: actor?.email ?? '',
    actorType: actor?.actorType ?? 'human',
    operation,
    label: labelOfEntry(entry, operations, labels),
    target: withoutDigests(textOf(named)),
    reason: redact(reason),
    evidence: evidence === null ? null : redactEvidence(evidence),
    outcome: outcomes[resultOf(entry)],
    reference: shownReference(reference),
    ...(name === '' ? {} : { name }),
    ...(key === null ? {} : { idempotencyKey: key }),
    ...(changes && { changes }),
    ...(failure === '' || settlement !== null ? {} : { failure: messageOf(failure) ?? redact(failure) }),
    ...(record.phase === 'intent' && record.isShown === true ? { isView: true } : {}),
    ...(approval && { approval }),
    ...(settlement && { settled: settlementView(settlement) }),
  }
}
