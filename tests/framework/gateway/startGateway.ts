import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsoleModel } from '../../../language/registry.ts'
import type { Config } from '../../../server/config/config.ts'
import { createGateway } from '../../../server/gateway/createGateway.ts'
import { openStore } from '../../../server/store/openStore.ts'
import { startFaultyUpstream } from '../../support/faultyUpstream.ts'

/** The headers of a request by the page of the console. */
export const pageHeaders = {
  host: 'localhost:8080',
  origin: 'http://localhost:8080',
  'sec-fetch-site': 'same-origin',
  'x-countersign': '1',
} as const

/** A gateway for a console with the one service `library`, and the cookie of a librarian who is signed in.
 * @param serviceHeaders headers of every call to the service */
export async function startGateway(model: ConsoleModel, serviceHeaders: Config['serviceHeaders'] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-gateway-'))
  const upstream = await startFaultyUpstream()
  const [sessionKey, auditKey] = [randomBytes(32), randomBytes(32)]
  const store = await openStore({ tables: [], dataDir: folder, sessionKey, auditKey })
  const app = await createGateway({
    config: {
      port: 0,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      environment: 'dev',
      loginMode: 'form',
      productName: 'Library',
      forgotPasswordUrl: null,
      noRole: 'full',
      accessContact: null,
      dataDir: folder,
      databaseUrl: null,
      sessionKey,
      auditKey,
      trustProxy: false,
      connectionsPerPeer: 200,
      services: { library: upstream.url },
      identity: { issuer: upstream.url, clientId: 'library', clientSecret: 'none', oktaUrl: upstream.url },
      assumedCalls: {},
      serviceHeaders,
    },
    store,
    console: {
      model,
      credentials: {},
      extensions: [],
      createStaffCheck: () => () => Promise.reject(new Error('none')),
    },
    limits: { readMs: 1000, readHeadersMs: 1000 },
    logger: false,
    consoleDir: null,
  })
  const now = Date.now()
  const session = await store.sessions.create(
    {
      userId: 1,
      email: 'staff@library.test',
      firstName: 'Ada',
      lastName: 'Mint',
      role: 'librarian',
      authType: 'user',
      details: {},
      upstreamToken: 'token',
      accessToken: 'access',
      accessTokenExpiresAt: now + 3_600_000,
      refreshToken: 'refresh',
      idToken: 'id',
      subject: 'subject',
      staffCheckedAt: now,
    },
    { absoluteMs: 3_600_000 },
  )
  const close = async (): Promise<void> => {
    await app.close()
    await store.close()
    await upstream.close()
    await rm(folder, { recursive: true })
  }
  return { app, store, upstream, folder, cookie: `__Host-Http-sid=${session.id}`, close }
}
