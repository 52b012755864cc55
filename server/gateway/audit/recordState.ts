import { isAboutRecord, sentChanges } from '../../../language/changedRecord.ts'
import { coerceRecord } from '../../../language/coerceRecord.ts'
import type { Operation } from '../../../language/operations.ts'
import { isPersonal } from '../../../language/personal.ts'
import { isValues, type Values } from '../../../language/pointer.ts'
import { redact } from '../../../language/redact.ts'
import type { Resource } from '../../../language/resource.ts'
import { isScalar } from '../../../language/schema.ts'
import { type AuditOutcome, type AuditSubject, RECORD_AFTER, type RecordAfter } from '../../store/auditRecord.ts'
import type { Store } from '../../store/openStore.ts'
import { GatewayError } from '../core/errors.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'
import { recordEvent, type StaffRequest } from './auditTrail.ts'

/** A record as it was read. */
export interface ReadRecord {
  /** As screens have it. */
  readonly record: Values
  /** As the service has it: with what the gateway masks. */
  readonly whole: Values
}

const MASKED = '•••'

const isMaskedIn = (definition: Resource, field: string): boolean =>
  isPersonal({ field }, { definition, action: undefined })

/** A record as the audit trail keeps it: its plain fields, personal ones masked, texts without personal data. */
export function recordState(definition: Resource, record: Values): Values {
  const { properties } = definition.record
  return Object.fromEntries(
    Object.keys(properties).flatMap((field): readonly (readonly [string, unknown])[] => {
      const value = record[field]
      if (value === null) return [[field, null]]
      if (!isScalar(value) || value === '') return []
      if (isMaskedIn(definition, field)) return [[field, MASKED]]
      return [[field, typeof value === 'string' ? redact(value) : value]]
    }),
  )
}

/** A value as text; empty for none and for what is no part of a state. */
const comparable = (value: unknown): string => (isScalar(value) ? String(value) : '')

/** The fields that a state masks and whose values differ: a state alone does not show that. */
const maskedChanges = (definition: Resource, before: Values, after: Values): readonly string[] =>
  Object.keys(definition.record.properties).filter(
    (field) =>
      Object.hasOwn(after, field) &&
      isMaskedIn(definition, field) &&
      comparable(before[field]) !== comparable(after[field]),
  )

/** The record before a change. */
interface Before {
  /** From `recordState`; null for a record that the change makes. */
  readonly before: Values | null
  /** As it was read. */
  readonly known: ReadRecord | undefined
}

/**
 * The record after a change that succeeded: as it was, with the values that were sent for its fields and those that the
 * service answered. Empty where there are none: what the service then did to its record is not known without another
 * read.
 */
export function stateAfter(
  operation: Operation,
  { before, known }: Before,
  { body }: CheckedRequest,
  answer: unknown,
): Pick<AuditOutcome, 'after' | 'maskedChanges'> {
  const { definition } = operation
  const sent = sentChanges(operation, body)
  const answered = Object.fromEntries(
    Object.entries(isValues(answer) ? coerceRecord(answer, definition.record) : {}).filter(
      ([name, value]) => value !== undefined && (isAboutRecord(name, operation) || (before === null && name === 'id')),
    ),
  )
  const after = recordState(definition, { ...sent, ...answered })
  if (Object.keys(after).length === 0) return {}
  if (known === undefined) return { after: { ...before, ...after } }
  // The answer has what the gateway masks as the browser gets it: it is compared with the same of the record.
  const changes = new Set([
    ...maskedChanges(definition, known.whole, sent),
    ...maskedChanges(definition, known.record, answered),
  ])
  return { after: { ...before, ...after }, maskedChanges: [...changes] }
}

/** A change that succeeded, and whose record is to be read again. */
interface Changed {
  readonly operation: Operation
  /** What the record belongs to. */
  readonly definition: Resource
  readonly staff: StaffRequest
  readonly subject: AuditSubject | undefined
  /** The numbers of the change in the trail. */
  readonly intent: number
  readonly outcome: number
  /** The record before it, as the service had it. */
  readonly whole: Values
  /** Reads the record; `undefined` where it no longer exists. */
  readonly readAgain: () => Promise<ReadRecord | undefined>
}

/** The failure of a reading, not of the check that asked for it. */
const codeOf = (error: unknown): string => {
  const failure = error instanceof GatewayError && error.cause instanceof GatewayError ? error.cause : error
  return failure instanceof GatewayError ? failure.code : 'INTERNAL'
}

/**
 * Reads the record of a change again, by the gateway itself, and records what it is now, or why that could not be read.
 * The change has been answered: nothing here fails it.
 */
export async function recordStateAfter(store: Store, changed: Changed): Promise<void> {
  const { operation, definition, staff, subject, intent, outcome, whole, readAgain } = changed
  const found = await readAgain().then(
    (now): Omit<RecordAfter, 'intent' | 'outcome'> =>
      now === undefined
        ? { result: 'ok', after: null }
        : {
            result: 'ok',
            after: recordState(definition, now.record),
            maskedChanges: maskedChanges(definition, whole, now.whole),
          },
    (error: unknown) => ({ result: 'failed', message: codeOf(error) }) as const,
  )
  const details: RecordAfter = { intent, outcome, ...found }
  const gateway = { ...staff, actorType: 'automation' } as const
  // What fails is in the log, and the change has no record after it.
  await recordEvent(store, `${operation.resource}.${RECORD_AFTER}`, gateway, { ...details }, subject).catch(() => null)
}
