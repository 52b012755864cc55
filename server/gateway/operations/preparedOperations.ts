import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { placesOf } from '../../../language/check/localeRules.ts'
import { typesOnly } from '../../../language/checkAnswer.ts'
import { requestSchema, responseSchema } from '../../../language/operationSchemas.ts'
import { type Operation, operationTable } from '../../../language/operations.ts'
import { type ConsoleModel, type Service, serviceOf } from '../../../language/registry.ts'
import type { Resource } from '../../../language/resource.ts'
import { once } from '../../../language/once.ts'
import { bindingKey } from '../../config/assumedCalls.ts'
import type { Config, UpstreamCall } from '../../config/config.ts'
import { schemaCompiler } from '../../config/schemaCompiler.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { type AnswerShape, answerShapeOf, masksByNameOf } from './answerShape.ts'
import type { CheckedRequest, RequestSchemas } from './checkedRequest.ts'
import { createUndeclaredMask, type MaskUndeclared } from './maskUndeclared.ts'

/** An operation with everything that can be computed before the first request. */
export interface PreparedOperation {
  readonly operation: Operation
  /** The call to the service; null while no one has named it. */
  readonly call: UpstreamCall | null
  /** The console's time zone. */
  readonly timeZone: string
  /** The decimals of the console's currency. */
  readonly places: number
  /** The called service as it is registered. */
  readonly service: Service | undefined
  /** The path below `/api/{service}`, split at its slashes; a parameter is `{name}`. */
  readonly segments: readonly string[]
  /** The validator of `{ path, query, body }`, compiled at its first use. */
  readonly validator: () => ValidateFunction<CheckedRequest>
  /** The validator of an answer's types, as the browser has it. */
  readonly typeCheck: () => ValidateFunction
  readonly schemas: RequestSchemas
  readonly shape: AnswerShape
  /** Nested records with a clock that come with this answer. */
  readonly clocked: readonly Resource[]
}

export type Operations = ReadonlyMap<string, PreparedOperation>

/** The operation with this id, which the definitions must declare. */
export function preparedOf(operations: Operations, id: string): PreparedOperation {
  const prepared = operations.get(id)
  if (prepared === undefined) throw new Error(`no definition declares ${id}`)
  return prepared
}

/** The settings that decide the calls of assumed bindings. */
type Calls = Pick<Config, 'environment' | 'assumedCalls'>

// The definitions' schemas may use several types and their own annotations.
const requests = new Ajv({ strict: false, strictNumbers: true })
addFormats(requests)
const compileRequest = schemaCompiler<CheckedRequest>(requests)
const compileTypes = schemaCompiler(new Ajv({ strict: false, allErrors: true }))

interface Shared {
  readonly maskUndeclared: MaskUndeclared
  readonly model: ConsoleModel
  readonly config: Calls
}

const clockedIn = ({ kind, resource }: Operation, definitions: readonly Resource[]): readonly Resource[] =>
  kind === 'getOne'
    ? definitions.filter(({ partOf }) => partOf?.resource === resource && partOf.clock !== undefined)
    : []

/** The operation's own call, or the one an operator names instead; assumed calls are made in development only. */
function callOf(operation: Operation, { environment, assumedCalls }: Calls): UpstreamCall | null {
  const { isAssumed, method, service, path } = operation
  const key = bindingKey(operation)
  const named = Object.hasOwn(assumedCalls, key) ? assumedCalls[key] : undefined
  if (isAssumed && named !== undefined) return named
  return isAssumed && environment !== 'dev' ? null : { method, service, path }
}

function prepare(operation: Operation, { maskUndeclared, model, config }: Shared): PreparedOperation {
  const schema = requestSchema(operation)
  const answerTypes = typesOnly(responseSchema(operation))
  const { path, query, body } = schema.properties
  const call = callOf(operation, config)
  return {
    operation,
    call,
    timeZone: model.locale.timeZone,
    places: placesOf(model.locale.currency),
    service: serviceOf(model.registry, call?.service ?? operation.service),
    segments: operation.path.slice(1).split('/'),
    validator: once(() => compileRequest(schema)),
    typeCheck: once(() => compileTypes(answerTypes)),
    schemas: { path: path.properties, query: query.properties, body: body?.properties ?? {} },
    shape: { root: answerShapeOf(operation, model.definitions), maskUndeclared },
    clocked: clockedIn(operation, model.definitions),
  }
}

/** Every operation of the definitions by its id, ready to be served. */
export function prepareOperations(model: ConsoleModel, config: Calls): Operations {
  const shared = { maskUndeclared: createUndeclaredMask(masksByNameOf(model.definitions)), model, config }
  return new Map([...operationTable(model.definitions)].map(([id, operation]) => [id, prepare(operation, shared)]))
}

/**
 * Ids of the operations that this environment cannot serve for any user: the call is not named, the service has no
 * address, or the credential is missing. Each would answer NOT_CONFIGURED.
 */
export const notConfigured = (
  operations: Operations,
  { config, console }: Pick<GatewayContext, 'config' | 'console'>,
): readonly string[] =>
  [...operations.values()]
    .filter(
      ({ operation, call }) =>
        call === null ||
        config.services[call.service] === undefined ||
        (operation.credential !== undefined && console.credentials[operation.credential] == null),
    )
    .map(({ operation }) => operation.id)
