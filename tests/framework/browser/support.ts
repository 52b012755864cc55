import type { ApprovalRow } from '../../../language/approval.ts'
import { createCallGateway } from '../../../src/auth/callGateway.ts'
import { createAuthProvider } from '../../../src/auth/createAuthProvider.ts'
import { createSessionManager } from '../../../src/auth/createSessionManager.ts'
import type { SessionChannel, SessionEvent } from '../../../src/auth/createSessionStore.ts'
import type { ConsoleConfig } from '../../../src/auth/session.ts'
import { definitions as library } from '../../../examples/library/schemas/index.ts'

/** A request as the gateway would see it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}

type Reply = (seen: Seen) => Response | Promise<Response>

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

/** What `GET /auth/session` answers; times far enough away not to matter. */
export const sessionBody = (overrides: Record<string, unknown> = {}) => ({
  userId: '1',
  email: 'admin@countersign.test',
  firstName: 'Ada',
  lastName: 'Okafor',
  role: 'admin',
  authType: 'user',
  permissions: ['books.read', 'members.read', 'books.lend'],
  idleExpiresAt: '2030-01-01T00:30:00.000Z',
  expiresAt: '2030-01-01T08:00:00.000Z',
  ...overrides,
})

/** What `GET /auth/config` answers. */
export const consoleConfig = (overrides: Partial<ConsoleConfig> = {}): ConsoleConfig => ({
  productName: 'Library',
  environment: 'dev',
  loginMode: 'form',
  forgotPasswordUrl: null,
  changePasswordUrl: null,
  ...overrides,
})

/** A gateway of replies by path, which remembers every request. */
export const fakeGateway = (replies: Record<string, Reply>) => {
  const seen: Seen[] = []
  const fetcher = (async (input: string, init: RequestInit = {}) => {
    const text = typeof init.body === 'string' ? init.body : null
    const request: Seen = {
      method: init.method ?? 'GET',
      path: input,
      headers: new Headers(init.headers),
      body: text === null ? undefined : (JSON.parse(text) as unknown),
    }
    seen.push(request)
    const reply = replies[request.path]
    if (reply === undefined) throw new TypeError(`nothing answers ${request.path}`)
    return reply(request)
  }) as typeof fetch
  return { seen, fetcher, replies, paths: () => seen.map(({ path }) => path) }
}

/** A row of the list of approvals: a request of another person that waits. */
export const waitingApproval = (own: Partial<ApprovalRow> & Pick<ApprovalRow, 'operation' | 'title'>): ApprovalRow => ({
  id: '0b0e5a3e-9c5e-4b4e-8a55-0d8f5c7a1a11',
  subject: null,
  recordId: null,
  about: null,
  state: 'waiting',
  requester: 'first@library.test',
  isOwn: false,
  requestedAt: '2026-11-22T15:00:00.000Z',
  expiresAt: '2026-11-23T15:00:00.000Z',
  decider: '',
  decidedAt: null,
  comment: '',
  message: '',
  problem: '',
  isDismissed: false,
  reliedOn: [],
  ...own,
})

/** Tabs of one browser: what one tells, all others hear at once. */
export const fakeChannels = () => {
  const tabs = new Set<{ listener: ((sessionEvent: SessionEvent) => void) | null }>()
  const told: SessionEvent[] = []
  const open = (): SessionChannel => {
    const tab: { listener: ((sessionEvent: SessionEvent) => void) | null } = { listener: null }
    tabs.add(tab)
    return {
      tell: (sessionEvent) => {
        told.push(sessionEvent)
        for (const other of tabs) if (other !== tab) other.listener?.(sessionEvent)
      },
      listen: (listener) => {
        tab.listener = listener
        return () => tabs.delete(tab)
      },
    }
  }
  return { open, told }
}

/** One tab of the console without its screens. */
export const openTab = (fetcher: typeof fetch, channel: SessionChannel, query = '', definitions = library) => {
  const call = createCallGateway(fetcher)
  const sessionManager = createSessionManager(call, channel)
  return { call, sessionManager, authProvider: createAuthProvider(call, sessionManager, definitions, () => query) }
}
