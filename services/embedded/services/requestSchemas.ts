/** The parts of JSON Schemas that requests to the embedded services have in common. */

type Properties = Readonly<Record<string, object>>

/** An object with required and optional members. */
export const objectOf = (required: Properties, optional: Properties = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
})

export const id = { type: 'integer', minimum: 1, maximum: 999_999_999_999 } as const
/** An id in a path or a query. */
export const idText = { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } as const
/** The number of a page in a query, from 1 on. */
export const pageText = { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } as const
export const name = { type: 'string', minLength: 1, maxLength: 100 } as const
/** A comment. */
export const text = { type: 'string', maxLength: 4000 } as const
export const accountNo = { type: 'string', minLength: 1, maxLength: 40 } as const
/** An e-mail address in a request, known or not. */
export const email = { type: 'string', minLength: 1, maxLength: 320 } as const
