import { Ajv, type JSONSchemaType } from 'ajv'
import type { AuditSubject } from '../../store/auditRecord.ts'
import { GatewayError } from '../errors.ts'
import { explain } from '../operations/preparedOperations.ts'

/** What `GET /console/history` asks for. */
export interface HistoryRequest {
  readonly subject: AuditSubject
  /** The number of the entry that the wanted ones are older than. */
  readonly before: number | undefined
}

interface Query {
  readonly resource: string
  readonly id: string
  readonly before?: string
}

const name = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } as const

const schema: JSONSchemaType<Query> = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id'],
  properties: {
    resource: name,
    id: name,
    before: { type: 'string', pattern: '^[1-9][0-9]{0,15}$', nullable: true },
  },
}

const isQuery = new Ajv().compile(schema)

/** The query, checked. @throws GatewayError BAD_REQUEST that says what is wrong, never repeating a value */
export function historyRequestOf(query: unknown): HistoryRequest {
  if (!isQuery(query)) throw new GatewayError('BAD_REQUEST', { message: explain(isQuery.errors) })
  const { resource, id, before } = query
  return { subject: { resource, id }, before: before === undefined ? undefined : Number(before) }
}
