import { leavesOf } from '../../../language/binding.ts'
import type { Operation } from '../../../language/operations.ts'
import { pointerOf, valueAt, type Values } from '../../../language/pointer.ts'
import type { Registry } from '../../../language/registry.ts'
import { isKeyField } from '../../../language/recordId.ts'
import { isScalar, type FieldSchema } from '../../../language/schema.ts'
import { statesOf } from './collection.ts'

/**
 * New values that the request has under the name of a field: constants, inputs, and fields of a form; and inputs with
 * the name of a field at another place.
 */
export function valuesSent({ body = {}, definition }: Operation, sent: Values, fields: Values): Values {
  const isNew = (name: string): boolean => {
    const source = body[name]
    if (source === undefined || !Object.hasOwn(fields, name)) return false
    return (
      ('const' in source && !isKeyField(definition, name)) ||
      'input' in source ||
      'set' in source ||
      (definition.kind === 'form' && 'field' in source)
    )
  }
  const placed = leavesOf(body).flatMap(([wire, source]): readonly (readonly [string, unknown])[] => {
    const name = 'input' in source ? source.input : 'set' in source ? source.set : ''
    const value = wire.includes('.') ? valueAt(sent, pointerOf(wire.split('.'))) : undefined
    return value === undefined || !Object.hasOwn(fields, name) ? [] : [[name, value]]
  })
  return Object.fromEntries([...Object.entries(sent).filter(([name]) => isNew(name)), ...placed])
}

/** The state after the ones that a condition allows; undefined when there is no other one. */
function stateAfter(condition: unknown, states: readonly unknown[]): unknown {
  if (typeof condition === 'boolean') return !condition
  if (typeof condition === 'object' && condition !== null && 'not' in condition) return [condition.not].flat()[0]
  if (!isScalar(condition) && !Array.isArray(condition)) return undefined
  const allowed: readonly unknown[] = [condition].flat()
  const last = Math.max(...allowed.map((state) => states.indexOf(state)))
  return [...states.slice(last + 1), ...states].find((state) => !allowed.includes(state))
}

const UPDATED = /^(?:updated|changed|modified)(?:_?(?:at|on|time|date))?$/i

const isDay = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' && (schema.format === 'date' || schema.display === 'date')

/**
 * The fields that an action changes: what it declares (the values it sends and those it expects), else a next state in which its `when` no longer holds. `updated` is now in both cases.
 */
export function effectsOf(operation: Operation, sent: Values, registry: Registry): Values {
  const { definition, action } = operation
  const { properties } = definition.record
  const expected = Object.entries(action?.expect ?? {}).filter(([, value]) => isScalar(value))
  const declared = { ...Object.fromEntries(expected), ...valuesSent(operation, sent, properties) }
  const next = Object.entries(action?.when ?? {}).flatMap(([field, condition]) => {
    const state = stateAfter(condition, statesOf(definition, registry, field))
    return state === undefined ? [] : [[field, state] as const]
  })
  const now = new Date().toISOString()
  const touched = Object.keys(properties).filter((field) => UPDATED.test(field))
  return {
    ...Object.fromEntries(touched.map((field) => [field, isDay(properties[field]) ? now.slice(0, 10) : now])),
    ...(Object.keys(declared).length > 0 ? declared : Object.fromEntries(next.slice(0, 1))),
  }
}
