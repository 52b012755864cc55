import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsoleModel } from '../../../language/registry.ts'
import type { Config } from '../../../server/config/config.ts'
import { createGateway } from '../../../server/gateway/createGateway.ts'
import type { Limits } from '../../../server/gateway/core/limits.ts'
import type { LogOptions } from '../../../server/gateway/http/requestLog.ts'
import type { StaffCheck } from '../../../server/gateway/signIn/staffCheck.ts'
import { openStore, type Store } from '../../../server/store/openStore.ts'
import type { SessionData } from '../../../server/store/sessions.ts'
import { startFaultyUpstream } from '../../support/faultyUpstream.ts'

/** The headers of a request by the page of the console. */
export const pageHeaders = {
  host: 'localhost:8080',
  origin: 'http://localhost:8080',
  'sec-fetch-site': 'same-origin',
  'x-countersign': '1',
} as const

/** What a test's gateway has differently. */
interface Differences {
  /** The services that have an address; `library` by default. */
  readonly services?: readonly string[]
  /** Whether their addresses are https, which the upstream does not speak. */
  readonly isTls?: boolean
  /** Headers of every call to the service. */
  readonly serviceHeaders?: Config['serviceHeaders']
  readonly approvals?: Config['approvals']
  readonly environment?: Config['environment']
  readonly metricsToken?: string
  readonly now?: () => number
  readonly limits?: Partial<Limits>
  /** A store of the test's own, which it closes itself. */
  readonly store?: Store
  /** Nothing is logged by default. */
  readonly logger?: LogOptions
  /** Whether an identity is still staff; no one asks by default. */
  readonly staffCheck?: StaffCheck
}

/** A gateway for a console, with the service `library`, and the cookie of a librarian who is signed in. */
export async function startGateway(model: ConsoleModel, options: Differences = {}) {
  const { serviceHeaders = {}, approvals = { isOn: false, expiryMs: 86_400_000 }, now = Date.now } = options
  const { staffCheck = () => Promise.reject(new Error('none')) } = options
  const folder = await mkdtemp(join(tmpdir(), 'countersign-gateway-'))
  const upstream = await startFaultyUpstream()
  const address = options.isTls === true ? upstream.url.replace('http:', 'https:') : upstream.url
  const [sessionKey, auditKey] = [randomBytes(32), randomBytes(32)]
  const store = options.store ?? (await openStore({ tables: [], dataDir: folder, sessionKey, auditKey, now }))
  const app = await createGateway({
    config: {
      port: 0,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      environment: options.environment ?? 'dev',
      loginMode: 'form',
      productName: 'Library',
      forgotPasswordUrl: null,
      changePasswordUrl: null,
      noRole: 'full',
      accessContact: null,
      metricsToken: options.metricsToken ?? null,
      approvals,
      dataDir: folder,
      databaseUrl: null,
      sessionKey,
      auditKey,
      trustProxy: false,
      connectionsPerPeer: 200,
      services: Object.fromEntries((options.services ?? ['library']).map((service) => [service, address])),
      identity: { issuer: upstream.url, clientId: 'library', clientSecret: 'none', oktaUrl: upstream.url },
      assumedCalls: {},
      serviceHeaders,
    },
    store,
    console: {
      model,
      credentials: {},
      extensions: [],
      createStaffCheck: () => staffCheck,
    },
    limits: { readMs: 1000, readHeadersMs: 1000, ...options.limits },
    logger: options.logger ?? false,
    consoleDir: null,
    now,
  })
  /** Signs a person in and answers their cookie. */
  const signIn = async (person: Partial<SessionData> = {}): Promise<string> => {
    const data: SessionData = {
      userId: 1,
      email: 'staff@library.test',
      firstName: 'Ada',
      lastName: 'Mint',
      role: 'librarian',
      authType: 'user',
      details: {},
      upstreamToken: 'token',
      accessToken: 'access',
      accessTokenExpiresAt: now() + 3_600_000,
      refreshToken: 'refresh',
      idToken: 'id',
      subject: 'subject',
      staffCheckedAt: now(),
      ...person,
    }
    const session = await store.sessions.create(data, { absoluteMs: 48 * 3_600_000 })
    return `__Host-Http-sid=${session.id}`
  }
  const close = async (): Promise<void> => {
    await app.close()
    if (options.store === undefined) await store.close()
    await upstream.close()
    await rm(folder, { recursive: true })
  }
  return { app, store, upstream, folder, cookie: await signIn(), signIn, close }
}
