import type { FromSchema } from 'json-schema-to-ts'
import { type AuditFilterBody, auditFormats, auditResults, auditShows } from '../../../language/auditView.ts'
import { redact } from '../../../language/redact.ts'
import type { Audit } from '../../store/audit.ts'
import type { AuditFilter } from '../../store/auditSearch.ts'
import type { Store } from '../../store/openStore.ts'
import { inputReader, subjectBody } from '../core/readInput.ts'
import { exactFilter, isUserId, type OperationNames } from './auditWords.ts'

/** As notices and lines of the log have it. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const time = { type: 'integer', minimum: 0, maximum: 8_640_000_000_000_000 } as const

const filters = {
  person: { type: 'string', minLength: 1, maxLength: 254 },
  record: subjectBody,
  operation: { type: 'string', minLength: 1, maxLength: 128 },
  result: { enum: auditResults },
  show: { enum: auditShows },
  from: time,
  to: time,
  request: { type: 'string', pattern: UUID },
} as const

const bodyOf = <const P>(properties: P) => ({ type: 'object', additionalProperties: false, properties }) as const

export const auditExportBody = bodyOf({ ...filters, format: { enum: auditFormats } })

export const auditSearchBody = bodyOf({
  ...filters,
  /** Only entries older than the one with this number. */
  before: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  /** Only readings older than the one at this place. */
  beforeReading: {
    type: 'object',
    additionalProperties: false,
    required: ['at', 'seq'],
    properties: { at: time, seq: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } },
  },
})

const readSearch = inputReader<FromSchema<typeof auditSearchBody>>(auditSearchBody)
const readExport = inputReader<FromSchema<typeof auditExportBody>>(auditExportBody)

async function exact(
  { person, record, operation, show: _show, ...rest }: AuditFilterBody,
  store: Store,
  names: OperationNames,
): Promise<AuditFilter> {
  return { ...rest, ...(await exactFilter({ person, operation }, store, names)), subject: record }
}

/** Reads the body of a search. @throws GatewayError BAD_REQUEST with the problem, never a value */
export async function auditSearchOf(body: unknown, store: Store, names: OperationNames) {
  const { before, beforeReading, ...asked } = readSearch(body)
  return { asked, filter: await exact(asked, store, names), before, beforeReading }
}

/** Reads the body of an export. @throws GatewayError BAD_REQUEST with the problem, never a value */
export async function auditExportOf(body: unknown, store: Store, names: OperationNames) {
  const { format, ...asked } = readExport(body)
  return { asked, filter: await exact(asked, store, names), format }
}

/** The filter as the trail records it: an e-mail address as its keyed digest, and no text that looks personal. */
export function recordedFilter({ person, record, operation, ...rest }: AuditFilterBody, audit: Pick<Audit, 'digest'>) {
  const isEmail = person !== undefined && !isUserId(person)
  return {
    ...rest,
    ...(operation === undefined ? {} : { operation: redact(operation) }),
    ...(person === undefined
      ? {}
      : { person: isEmail ? `hmac:${audit.digest(person.toLowerCase())}` : redact(person) }),
    ...(record === undefined ? {} : { record: { resource: record.resource, id: redact(record.id) } }),
  }
}
