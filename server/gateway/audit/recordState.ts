import { isAboutRecord, sentChanges } from '../../../language/changedRecord.ts'
import { coerceRecord } from '../../../language/coerceRecord.ts'
import type { Operation } from '../../../language/operations.ts'
import { isPersonal } from '../../../language/personal.ts'
import { isValues } from '../../../language/pointer.ts'
import { redact } from '../../../language/redact.ts'
import { isScalar } from '../../../language/schema.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'

type Values = Readonly<Record<string, unknown>>

const MASKED = '•••'

/** A record as the audit trail keeps it: its plain fields, personal ones masked, texts without personal data. */
export function recordState(operation: Operation, record: Values): Values {
  const { properties } = operation.definition.record
  return Object.fromEntries(
    Object.keys(properties).flatMap((field): readonly (readonly [string, unknown])[] => {
      const value = record[field]
      if (value === null) return [[field, null]]
      if (!isScalar(value) || value === '') return []
      if (isPersonal({ field }, operation)) return [[field, MASKED]]
      return [[field, typeof value === 'string' ? redact(value) : value]]
    }),
  )
}

/**
 * The record after a change that succeeded: as it was, with the values that were sent for its fields and those that the
 * service answered. `undefined` where there are none: what the service then did to its record is not known without
 * another read. @param before from `recordState`
 */
export function stateAfter(
  operation: Operation,
  before: Values,
  { body }: CheckedRequest,
  answer: unknown,
): Values | undefined {
  const { record } = operation.definition
  const answered = Object.entries(isValues(answer) ? coerceRecord(answer, record) : {}).filter(
    ([name, value]) => value !== undefined && isAboutRecord(name, operation),
  )
  const known = recordState(operation, { ...sentChanges(operation, body), ...Object.fromEntries(answered) })
  return Object.keys(known).length === 0 ? undefined : { ...before, ...known }
}
