import { Ajv, type ErrorObject } from 'ajv'
import { valueAt } from '../../../language/pointer.ts'
import { RECORD_ID } from '../../../language/recordId.ts'
import { GatewayError } from './errors.ts'
import { hasHazard } from './json.ts'

export const recordName = {
  resource: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  id: { type: 'string', pattern: RECORD_ID.source },
} as const

/** JSON Schema of an object that names a record. */
export const subjectBody = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id'],
  properties: recordName,
} as const

const ajv = new Ajv({ allowUnionTypes: true, strictTypes: false })

const nameIn = (error: ErrorObject): string => {
  const last = valueAt(error.params, '/missingProperty') ?? valueAt(error.params, '/additionalProperty')
  const place = error.instancePath.slice(1).replaceAll('/', '.')
  return [place, ...(typeof last === 'string' ? [last.slice(0, 64)] : [])].filter((part) => part !== '').join('.')
}

/** Names the wrong parameter and the remedy; never the value. */
export function explain(errors: readonly ErrorObject[] | null | undefined): string {
  const [error] = errors ?? []
  if (error === undefined) return 'The request is malformed.'
  const name = nameIn(error)
  if (error.keyword === 'required') return `${name} is missing: add it.`
  if (error.keyword === 'additionalProperties') return `${name} is not a parameter of this operation: leave it out.`
  return `${name === '' ? 'The request' : name} ${error.message ?? 'is not valid'}: correct it.`
}

/**
 * Creates the reader of a body or a query of one of the gateway's own routes.
 *
 * @throws GatewayError (the reader) BAD_REQUEST with the problem, never a value
 */
export function inputReader<T>(schema: object): (input: unknown) => T {
  const isValid = ajv.compile<T>(schema)
  return (input) => {
    if (hasHazard(input))
      throw new GatewayError('BAD_REQUEST', { message: 'The body holds a name that is not allowed.' })
    if (isValid(input)) return input
    throw new GatewayError('BAD_REQUEST', { message: explain(isValid.errors) })
  }
}
