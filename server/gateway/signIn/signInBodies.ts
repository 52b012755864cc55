import { Ajv, type JSONSchemaType, type ValidateFunction } from 'ajv'
import { GatewayError } from '../core/errors.ts'

/** The page after signing in: a path of this origin that no browser can read as another host (S-13). */
const next = { type: 'string', pattern: '^/(?![/\\\\])[^\\x00-\\x1f]*$', maxLength: 512, nullable: true } as const

interface Login {
  readonly email: string
  readonly password: string
  readonly next?: string
}

interface SingleSignOn {
  readonly next?: string
  readonly loginHint?: string
  /** The provider asks even a person whose session with it is open: another one may want to sign in. */
  readonly isFresh?: boolean
}

const ajv = new Ajv()

const closed = <T>(schema: JSONSchemaType<T>): ValidateFunction<T> => ajv.compile<T>(schema)

const isLogin = closed<Login>({
  type: 'object',
  additionalProperties: false,
  required: ['email', 'password'],
  properties: {
    email: { type: 'string', minLength: 1, maxLength: 254 },
    password: { type: 'string', minLength: 1, maxLength: 1024 },
    next,
  },
})

const isSingleSignOn = closed<SingleSignOn>({
  type: 'object',
  additionalProperties: false,
  required: [],
  properties: {
    next,
    loginHint: { type: 'string', minLength: 1, maxLength: 254, nullable: true },
    isFresh: { type: 'boolean', nullable: true },
  },
})

const isCompletion = closed<{ readonly query: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: { query: { type: 'string', pattern: '^\\?[\\x21-\\x7e]*$', maxLength: 4096 } },
})

export const signInBodies = {
  login: isLogin.schema,
  singleSignOn: isSingleSignOn.schema,
  complete: isCompletion.schema,
}

function checked<T>(validate: ValidateFunction<T>, body: unknown, expected: string): T {
  if (validate(body)) return body
  const name = validate.errors?.[0]?.instancePath.slice(1)
  throw new GatewayError('BAD_REQUEST', {
    message: name ? `${name} is not valid: correct it.` : `Send a JSON object with ${expected} and nothing else.`,
  })
}

export const loginOf = (body: unknown): Login => checked(isLogin, body, 'email, password and, if wanted, next')

/** The body of `POST /auth/sso`; it may be absent. */
export const singleSignOnOf = (body: unknown): SingleSignOn =>
  checked(isSingleSignOn, body ?? {}, 'next, loginHint and isFresh, if wanted,')

/** The callback's query, as the browser received it from the provider. */
export const completionOf = (body: unknown): string => checked(isCompletion, body, 'query').query
