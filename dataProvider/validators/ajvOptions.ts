import type { Options } from 'ajv'
import { annotations } from '../../language/schema.ts'

/**
 * How both kinds of validators are compiled, so that they agree: every issue is listed, messages are left to the
 * provider, and formats to the gateway, whose code for them would not fit the browser. Annotations are part of the
 * vocabulary and judge nothing.
 */
export const ajvOptions: Options = {
  allErrors: true,
  messages: false,
  allowUnionTypes: true,
  validateFormats: false,
  keywords: [...annotations],
}
