import { Ajv, type JSONSchemaType } from 'ajv'
import { GatewayError } from '../errors.ts'
import { hasHazard } from '../http/json.ts'
import { explain } from '../operations/preparedOperations.ts'

/** What `POST /console/reveal` asks for (S-31). */
export interface RevealRequest {
  readonly resource: string
  readonly id: string
  /** A place of the detail, as its definition declares it: `/profile/*` and a field below it. */
  readonly field: string
  /** Which item, where the place is in an array; the first one by default. */
  readonly item: string | undefined
  /** Trimmed, 3 to 500 characters. */
  readonly reason: string
}

interface Body {
  readonly resource: string
  readonly id: string | number
  readonly field: string
  readonly item?: string | number
  readonly reason: string
}

const LEAST = 3
const MOST = 500

const identifier = { type: ['string', 'number'], pattern: '^[A-Za-z0-9_-]{1,64}$' } as const

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id', 'field', 'reason'],
  properties: {
    resource: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    id: identifier,
    field: { type: 'string', pattern: '^/', maxLength: 256 },
    item: identifier,
    // Longer than what is accepted, so that the answer can say how long it may be.
    reason: { type: 'string', maxLength: 10_000 },
  },
}

const isBody = new Ajv({ allowUnionTypes: true }).compile<Body>(schema as unknown as JSONSchemaType<Body>)

/** The body, checked. @throws GatewayError BAD_REQUEST that says what is wrong, never repeating a value */
export function revealRequestOf(body: unknown): RevealRequest {
  if (hasHazard(body)) throw new GatewayError('BAD_REQUEST', { message: 'The body holds a name that is not allowed.' })
  if (!isBody(body)) throw new GatewayError('BAD_REQUEST', { message: explain(isBody.errors) })
  const reason = body.reason.trim()
  if (reason.length < LEAST || reason.length > MOST)
    throw new GatewayError('BAD_REQUEST', {
      message: `The reason has ${LEAST} to ${MOST} characters: say in a few words what the value is needed for.`,
    })
  const { resource, id, field, item } = body
  return { resource, id: String(id), field, item: item === undefined ? undefined : String(item), reason }
}
