import { homePath } from '../model/consoleModel.ts'
import { permissionFor } from '../data/permissions.ts'
import type { Resource } from '../../language/resource.ts'
import { loginMessage } from '../../language/messages.ts'
import { valueAt } from '../../language/pointer.ts'
import type { CallGateway, GatewayAnswer } from './callGateway.ts'
import type { SessionManager } from './createSessionManager.ts'
import { grantsOf, personName } from './session.ts'
import { safeNext, signedInPath } from './signIn.ts'

/** A sign-in by password, or by single sign-on. `next` is the page to open afterwards. */
export type LoginParams =
  | { readonly way: 'password'; readonly email: string; readonly password: string; readonly next: string | null }
  | { readonly way: 'sso'; readonly loginHint?: string; readonly isFresh?: boolean; readonly next: string | null }

/** A refused sign-in. `message` is shown to the person; `code` is the provider's; `next` is the page it was for. */
export class LoginRefused extends Error {
  readonly code: string | null
  readonly next: string | null
  constructor(message: string, code: string | null, next: string | null = null) {
    super(message)
    this.name = 'LoginRefused'
    this.code = code
    this.next = next
  }
}

/** react-admin's auth provider as a closed type, so that a misspelt method does not compile. */
export interface ConsoleAuthProvider {
  /** Resolves with the address to navigate to, by loading a new document. Rejects with LoginRefused. */
  readonly login: (params: LoginParams) => Promise<{ readonly redirectTo: string }>
  /** Starts a fresh sign-in of the same person. Resolves with the address to navigate to. */
  readonly stepUp: () => Promise<{ readonly redirectTo: string }>
  /** Ends the session at the gateway. Resolves with the address to go to, or false if there was no session. */
  readonly logout: () => Promise<string | false>
  readonly checkAuth: () => Promise<void>
  /** Rejects only for a 401, without a message. */
  readonly checkError: (error: unknown) => Promise<void>
  readonly getIdentity: () => Promise<{ readonly id: string; readonly fullName: string; readonly email: string }>
  /** The person's permissions, and a mark for every operation that is off in this environment. */
  readonly getPermissions: () => Promise<readonly string[]>
  readonly canAccess: (params: { readonly resource: string; readonly action: string }) => Promise<boolean>
  /**
   * Passes the identity provider's answer to the gateway. Resolves with the page to open; rejects with LoginRefused.
   */
  readonly handleCallback: () => Promise<{ readonly redirectTo: string }>
}

/** Reads the page's current query string. It is injected so that tests need no navigation. */
type ReadQuery = () => string

const quiet = { message: false, logoutUser: false } as const
const signedOut = '/login?signedOut=1'

const refusal = ({ status, body, retryAfter }: GatewayAnswer): LoginRefused => {
  if (status === 429) {
    const wait = retryAfter === null ? 'a few minutes' : retryAfter === 1 ? '1 second' : `${retryAfter} seconds`
    return new LoginRefused(`Too many attempts. Try again in ${wait}.`, 'RATE_LIMITED')
  }
  const code = typeof body['code'] === 'string' ? body['code'] : null
  return new LoginRefused(loginMessage(code), code, safeNext(body['next']))
}

const location = (answer: GatewayAnswer): string => {
  const target = answer.body['location']
  if (answer.status !== 200 || typeof target !== 'string') throw refusal(answer)
  const safe = URL.canParse(target) ? /^https?:\/\//i.test(target) : /^\/(?![/\\])/.test(target)
  if (!safe) throw new LoginRefused(loginMessage(null), 'UNSAFE_LOCATION')
  return target
}

const hintsOf = ({ loginHint, isFresh }: Extract<LoginParams, { readonly way: 'sso' }>) => ({
  ...(loginHint ? { loginHint: loginHint.trim() } : {}),
  ...(isFresh === true ? { isFresh } : {}),
})

const requestOf = (params: LoginParams): readonly ['/auth/login' | '/auth/sso', unknown] => {
  const next = safeNext(params.next)
  const wanted = next === null ? {} : { next }
  return params.way === 'password'
    ? ['/auth/login', { email: params.email.trim(), password: params.password, ...wanted }]
    : ['/auth/sso', { ...hintsOf(params), ...wanted }]
}

const createLogout = (call: CallGateway, sessionManager: SessionManager) => async (): Promise<string | false> => {
  const session = await sessionManager.current()
  if (session === null) return false
  const answer = await call('POST', '/auth/logout')
  if (answer.status !== 401 && answer.status >= 400) throw new Error(`POST /auth/logout answered ${answer.status}`)
  const target = answer.status === 401 ? signedOut : location(answer)
  sessionManager.end(session.mark, 'signedOut')
  return target
}

const createHandleCallback = (call: CallGateway, sessionManager: SessionManager, readQuery: ReadQuery) => async () => {
  const answer = await call('POST', '/auth/complete', { query: readQuery() })
  if (answer.status !== 200) throw refusal(answer)
  if ((await sessionManager.reload()) === null)
    throw new LoginRefused(loginMessage('idx.session.expired'), 'idx.session.expired')
  sessionManager.announce()
  return { redirectTo: safeNext(answer.body['next']) ?? homePath() }
}

export const createAuthProvider = (
  call: CallGateway,
  sessionManager: SessionManager,
  definitions: readonly Resource[],
  readQuery: ReadQuery,
): ConsoleAuthProvider => {
  const required = async () => {
    const session = await sessionManager.current()
    if (session === null) throw new Error('No one is signed in')
    return session
  }
  return {
    login: async (params) => {
      const [path, body] = requestOf(params)
      return { redirectTo: location(await call('POST', path, body)) }
    },
    stepUp: async () => ({ redirectTo: location(await call('POST', '/auth/step-up', { next: signedInPath })) }),
    logout: createLogout(call, sessionManager),
    checkAuth: async () => void (await required()),
    checkError: async (error) => {
      if (valueAt(error, '/status') !== 401) return
      const state = sessionManager.state()
      if (state.status === 'active') sessionManager.end(state.session.mark, 'expired')
      throw quiet
    },
    getIdentity: async () => {
      const session = await required()
      return { id: session.userId, fullName: personName(session), email: session.email }
    },
    getPermissions: async () => grantsOf(await required()),
    canAccess: async ({ resource, action }) => {
      const permission = permissionFor(definitions, resource, action)
      return permission !== null && (await required()).permissions.includes(permission)
    },
    handleCallback: createHandleCallback(call, sessionManager, readQuery),
  }
}
