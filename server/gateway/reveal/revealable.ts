import type { Resource } from '../../../language/resource.ts'
import { detailPlaces, maskedAt } from '../../../language/personal.ts'
import { stepsOf } from '../../../language/pointer.ts'
import { GatewayError } from '../errors.ts'
import { isObject } from '../http/json.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import { jsonIfAny } from '../http/readBody.ts'
import type { RevealRequest } from './revealRequest.ts'

/** A value that may be shown whole, and how to find it. */
export interface Revealable {
  /** The resource's own detail call. */
  readonly detail: PreparedOperation
  readonly permission: string
  /** The steps to the value inside the detail, `*` standing for an item. */
  readonly steps: readonly string[]
  /** The field that identifies an item. */
  readonly key: string
}

const refused = (message: string): GatewayError => new GatewayError('BAD_REQUEST', { message })

/** The key of the part whose items lie in the array that the place leads through; `id` where no part is declared. */
function keyOf(definitions: readonly Resource[], { resource, field }: RevealRequest): string {
  const array = field.split('/*', 1)[0]
  const part = definitions.find(({ partOf }) => partOf?.resource === resource && partOf.at === array)
  return part?.partOf?.key ?? 'id'
}

/** Finds out what is asked for. @throws GatewayError BAD_REQUEST for what can never be shown whole */
export function revealableOf(
  definitions: readonly Resource[],
  operations: ReadonlyMap<string, PreparedOperation>,
  request: RevealRequest,
): Revealable {
  const detail = operations.get(`${request.resource}.getOne`)
  const reveal = detail?.operation.definition.detail?.reveal
  if (detail === undefined || reveal === undefined) throw refused('Nothing of this resource can be shown whole.')
  if (maskedAt(detailPlaces(detail.operation.definition), request.field) === undefined)
    throw refused('field is not a masked value of this resource: name one.')
  const steps = stepsOf(request.field as `/${string}`)
  if (request.item !== undefined && !steps.includes('*'))
    throw refused('item is given, but field leads to a single value: leave it out.')
  return { detail, permission: reveal.permission, steps, key: keyOf(definitions, request) }
}

/** The item that is asked for. Where a service sends one object in the place of an array, that object is the item. */
function itemOf(value: unknown, key: string, item: string | undefined): unknown {
  const items: readonly unknown[] = Array.isArray(value) ? value : isObject(value) ? [value] : []
  if (item === undefined) return items[0]
  return items.find((one) => isObject(one) && Object.hasOwn(one, key) && String(one[key]) === item)
}

/** The value one step down; text on the way is the JSON it holds (D-75). */
function below(value: unknown, step: string): unknown {
  const structure = typeof value === 'string' ? jsonIfAny(value) : value
  return isObject(structure) && Object.hasOwn(structure, step) ? structure[step] : undefined
}

/** The whole value as text. @throws GatewayError NOT_FOUND where there is no text and no number */
export function wholeValue(detail: unknown, { steps, key }: Revealable, item: string | undefined): string {
  let value = detail
  for (const step of steps) {
    value = step === '*' ? itemOf(value, key, item) : below(value, step)
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (text === '') throw new GatewayError('NOT_FOUND', { message: 'There is no value to show.' })
  return text
}
