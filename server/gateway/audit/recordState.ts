import { isAboutRecord, sentChanges } from '../../../language/changedRecord.ts'
import { coerceRecord } from '../../../language/coerceRecord.ts'
import type { Operation } from '../../../language/operations.ts'
import { isPersonal } from '../../../language/personal.ts'
import { isValues } from '../../../language/pointer.ts'
import { redact } from '../../../language/redact.ts'
import type { Resource } from '../../../language/resource.ts'
import { isScalar } from '../../../language/schema.ts'
import { type AuditSubject, RECORD_AFTER, type RecordAfter } from '../../store/auditRecord.ts'
import type { Store } from '../../store/openStore.ts'
import { GatewayError } from '../core/errors.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'
import { recordEvent, type StaffRequest } from './auditTrail.ts'

type Values = Readonly<Record<string, unknown>>

const MASKED = '•••'

/** A record as the audit trail keeps it: its plain fields, personal ones masked, texts without personal data. */
export function recordState(definition: Resource, record: Values): Values {
  const { properties } = definition.record
  return Object.fromEntries(
    Object.keys(properties).flatMap((field): readonly (readonly [string, unknown])[] => {
      const value = record[field]
      if (value === null) return [[field, null]]
      if (!isScalar(value) || value === '') return []
      if (isPersonal({ field }, { definition, action: undefined })) return [[field, MASKED]]
      return [[field, typeof value === 'string' ? redact(value) : value]]
    }),
  )
}

/**
 * The record after a change that succeeded: as it was, with the values that were sent for its fields and those that the
 * service answered. `undefined` where there are none: what the service then did to its record is not known without
 * another read. @param before from `recordState`; null for a record that the change makes
 */
export function stateAfter(
  operation: Operation,
  before: Values | null,
  { body }: CheckedRequest,
  answer: unknown,
): Values | undefined {
  const { definition } = operation
  const answered = Object.entries(isValues(answer) ? coerceRecord(answer, definition.record) : {}).filter(
    ([name, value]) => value !== undefined && (isAboutRecord(name, operation) || (before === null && name === 'id')),
  )
  const known = recordState(definition, { ...sentChanges(operation, body), ...Object.fromEntries(answered) })
  return Object.keys(known).length === 0 ? undefined : { ...before, ...known }
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
  /** Reads the record; `undefined` where it no longer exists. */
  readonly readAgain: () => Promise<Values | undefined>
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
  const { operation, definition, staff, subject, intent, outcome, readAgain } = changed
  const found = await readAgain().then(
    (record) => ({ result: 'ok', after: record === undefined ? null : recordState(definition, record) }) as const,
    (error: unknown) => ({ result: 'failed', message: codeOf(error) }) as const,
  )
  const details: RecordAfter = { intent, outcome, ...found }
  const gateway = { ...staff, actorType: 'automation' } as const
  // What fails is in the log, and the change has no record after it.
  await recordEvent(store, `${operation.resource}.${RECORD_AFTER}`, gateway, { ...details }, subject).catch(() => null)
}
