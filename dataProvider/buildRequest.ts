import { takesEvidence, type Evidence } from '../language/evidence.ts'
import type { Operation } from '../language/operations.ts'
import { filled, type RequestValues } from '../language/requestValues.ts'
import { placeholdersOf } from '../language/template.ts'
import { malformed } from './HttpError.ts'
import type { Issue, Validate } from '../language/checkAnswer.ts'
import type { Values } from '../language/pointer.ts'

/** A request by wire names, with typed values. */
export interface OperationRequest {
  readonly path: Values
  readonly query: Values
  readonly body?: Values
  readonly evidence?: Evidence
}

const placeOf = ({ instancePath, params }: Issue): string =>
  [...instancePath.split('/').slice(1), ...(params.missingProperty === undefined ? [] : [params.missingProperty])].join(
    '.',
  )

const placesOf = (issues: readonly Issue[] | null | undefined): string =>
  [...new Set((issues ?? []).map(placeOf))].join(', ')

/** URLs collapse `.` and `..`, encoded or not, so as a record's id they would lead to another path. */
const isDots = (value: unknown): boolean => value === '.' || value === '..'

/**
 * Checks a request against the operation's closed schema. Throws `HttpError` 400 with the names of the wrong or missing
 * parameters, never with values.
 */
export function assertRequest(operation: Operation, request: OperationRequest, validate: Validate): void {
  if (validate(request) && !Object.values(request.path).some(isDots)) return
  const places = placesOf(validate.errors) || 'path'
  throw malformed(
    'MALFORMED_REQUEST',
    `This cannot be sent: ${places} is missing or not as declared for ${operation.id}.`,
  )
}

/** Builds a request from the operation's sources alone, and checks it. */
export function buildRequest(operation: Operation, values: RequestValues, validate: Validate): OperationRequest {
  const { record } = operation.definition
  const path = Object.fromEntries(placeholdersOf(operation.path).map((name) => [name, { field: name }]))
  const request: OperationRequest = {
    path: filled(path, values, record),
    query: filled(operation.query, values, record),
    ...(operation.body === undefined ? {} : { body: filled(operation.body, values, record) }),
    ...(takesEvidence(operation.action) && values.evidence !== undefined ? { evidence: values.evidence } : {}),
  }
  assertRequest(operation, request, validate)
  return request
}
