import { coerceRecord } from '../../../language/coerceRecord.ts'
import { isValues } from '../../../language/pointer.ts'
import { idOf } from '../../../language/recordId.ts'
import { rowQueryOf } from '../../../language/stateRead.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'
import { fieldsOf } from '../audit/auditEntries.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import type { OperationCall } from './operationCall.ts'
import { createReadings } from './readings.ts'

/** How long a form waits for the record that it is about, in ms. */
const PATIENCE_MS = 3000

/**
 * The one record that a form is about (`about`), so that its history has what was done by the form. The form is sent all
 * the same where the record cannot be read, where none or several have the value, or where the list is slow: the service
 * decides.
 */
export async function formSubject(
  context: GatewayContext,
  operations: Operations,
  { prepared: { operation }, checked, staff, signal }: OperationCall,
): Promise<AuditSubject | undefined> {
  const { definition } = operation
  if (definition.kind !== 'form' || definition.form.about === undefined) return undefined
  const { resource, key, field } = definition.form.about
  const readings = createReadings(context, operations, { staff, signal: deadline(PATIENCE_MS, signal) })
  const list = readings.whole.definitionOf(resource)
  const value = fieldsOf(operation, checked).get(field)
  if (list?.kind !== 'list' || value === undefined) return undefined
  const query = rowQueryOf(list.list, { [key]: value })
  if (query === undefined) return undefined
  try {
    const rows = await readings.whole.rows(resource, query)
    const found = rows
      .map((row) => coerceRecord(row, list.record))
      .filter(isValues)
      .filter((record) => String(record[key]).toLowerCase() === value.toLowerCase())
    const [id, ...others] = found.map((record) => idOf(list, record))
    return id !== undefined && others.length === 0 ? { resource, id: String(id) } : undefined
  } catch (error) {
    staff.log.warn({ err: error }, 'the record that a form is about was not read')
    return undefined
  }
}
