import { parseOwn } from './ownJson.ts'
import type { Ajv, ValidateFunction } from 'ajv'

/**
 * Compiles schemas of definitions. A schema is known by its text, because each start of a gateway or of a service makes
 * it again as another object. `T` is what the schemas describe.
 */
export function schemaCompiler<T>(ajv: Ajv): (schema: unknown) => ValidateFunction<T> {
  const compiled = new Map<string, ValidateFunction<T>>()
  return (schema) => {
    const text = JSON.stringify(schema)
    const known = compiled.get(text)
    if (known !== undefined) return known
    const made = ajv.compile<T>(parseOwn(text))
    compiled.set(text, made)
    return made
  }
}
