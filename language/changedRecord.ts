import type { Operation } from './operations.ts'
import { responseSchema } from './operationSchemas.ts'
import type { Values } from './pointer.ts'
import { isKeyField } from './recordId.ts'

/**
 * The values of a request's body that become fields of the record: those that a person has entered, and constants. A
 * constant named as the record's key, such as the `id` of a JSON-RPC call, is not the record's.
 */
export function sentChanges({ body, definition }: Operation, sent: Values | undefined): Values {
  const isNew = (name: string): boolean => {
    const source = body?.[name]
    return source !== undefined && (('const' in source && !isKeyField(definition, name)) || 'input' in source)
  }
  return Object.fromEntries(
    Object.entries(sent ?? {}).filter(([name]) => Object.hasOwn(definition.record.properties, name) && isNew(name)),
  )
}

export const isCreation = ({ binding, effect }: Pick<Operation, 'binding' | 'effect'>): boolean =>
  binding === 'create' && effect === 'mutate'

/**
 * True when this part of an answer describes the record. Parts that any answer may have, such as `status`, are declared
 * as `{}` and describe the call.
 */
export const isAboutRecord = (name: string, operation: Operation): boolean => {
  const declared = responseSchema(operation).properties[name]
  return (
    name !== 'id' &&
    Object.hasOwn(operation.definition.record.properties, name) &&
    typeof declared === 'object' &&
    Object.keys(declared).length > 0
  )
}
