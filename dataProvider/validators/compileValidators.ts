import { Ajv } from 'ajv'
import type { Resource } from '../../language/resource.ts'
import { ajvOptions, validatorSchemas } from './validatorSchemas.ts'
import type { Validators } from './types.ts'

/**
 * Validators compiled while the process runs: for Node and for tests. The browser has `virtual:validators` instead,
 * because compiling needs `new Function`, which its policy forbids.
 */
export function compileValidators(definitions: readonly Resource[]): Validators {
  const ajv = new Ajv(ajvOptions)
  return Object.fromEntries(
    validatorSchemas(definitions).map(({ id, request, response }) => [
      id,
      { request: ajv.compile(request as object), response: ajv.compile(response as object) },
    ]),
  )
}
