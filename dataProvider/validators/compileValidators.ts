import { Ajv } from 'ajv'
import type { Resource } from '../../language/resource.ts'
import { ajvOptions, validatorSchemas } from './validatorSchemas.ts'
import type { Validators } from './types.ts'

/**
 * Compiles validators at run time, for Node and tests. The browser uses `virtual:validators` instead, because compiling
 * needs `new Function`, which its policy forbids.
 */
export function compileValidators(definitions: readonly Resource[]): Validators {
  const ajv = new Ajv(ajvOptions)
  return Object.fromEntries(
    validatorSchemas(definitions).map(({ id, request, response }) => [
      id,
      { request: ajv.compile(request), response: ajv.compile(response) },
    ]),
  )
}
