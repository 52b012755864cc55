import type { JSONSchema } from 'json-schema-to-ts'

/** Whether an empty text or list is refused. */
export const refusesEmpty = (schema: JSONSchema): boolean =>
  typeof schema === 'object' &&
  (schema.type !== 'string' || (schema.minLength ?? 0) > 0) &&
  (schema.type !== 'array' || (schema.minItems ?? 0) > 0)

/** Whether the text is a regular expression as JSON Schema reads them. */
export const isPattern = (text: string): boolean => {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
