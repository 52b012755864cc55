import type { ConsoleModel } from '../../language/registry.ts'
import { model as ownModel } from '../../schemas/index.ts'
import { listen } from '../../server/embedded/application.ts'
import { openDatabase, openSettings } from '../../server/embedded/database.ts'
import { startIdentity } from '../../server/embedded/identity/identityService.ts'
import { openTokens } from '../../server/embedded/tokens.ts'
import { accountDetails } from './accounts/details.ts'
import { openAccountList } from './accounts/list.ts'
import { loadData, nameOfData } from './load.ts'
import { defaultDelays, type Delays } from './accounts/firm.ts'
import { collections } from './reference/collections.ts'
import { addressService } from './services/addressService.ts'
import { mainService } from './services/mainService.ts'
import { goService, profileService } from './services/profileService.ts'
import { createServiceToken, type ServiceToken, staff } from './shared/callers.ts'
import { staffService } from './services/staffService.ts'
import { tradeService } from './services/tradeService.ts'
import { supportDesk } from './support/supportDesk.ts'
import { openTradeList } from './trades/list.ts'
import { tradeLoading } from './trades/load.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'

export interface EmbeddedOptions {
  /** Folder of embedded.sqlite; omitted: in memory. */
  readonly dataDir?: string
  /** Number of accounts (EMBEDDED_ACCOUNTS). */
  readonly accounts: number
  /** Same seed, same data (EMBEDDED_SEED). */
  readonly seed: number
  /** Number of trade lines (EMBEDDED_TRADES); absent: ten per account. */
  readonly trades?: number
  /** The console's origin. Sign-in returns to its `/auth/callback`, sign-out to its `/login`. */
  readonly publicUrl: string
  /** The second token of calls for trusted services; absent: a new one at every start. */
  readonly serviceToken?: ServiceToken
  /** Delays of the clearing firm; absent ones keep their defaults. */
  readonly delays?: Partial<Delays>
  /** The definitions whose calls are answered; this console's by default. */
  readonly model?: ConsoleModel
  /** The clock of the clearing firm, in milliseconds since 1970. */
  readonly clock?: () => number
  /** Receives builds of the data and failures, never personal data; silent by default. */
  readonly log?: (line: string) => void
}

/** Trade lines per account when their number is not given. */
export const TRADES_AN_ACCOUNT = 10

export interface Embedded extends Awaited<ReturnType<typeof startServices>> {
  /** Stops listening, ends open connections and closes the database. */
  close(): Promise<void>
}

/** A part that must close before the database does. */
interface Running {
  close(): PromiseLike<unknown>
}

/** Starts every service. `urls` are base URLs (`okta` of `POST /api/v1/authn`); the address key is new at every start. */
async function startServices(database: DatabaseSync, options: EmbeddedOptions, running: Running[]) {
  const { accounts, seed, log = () => undefined, clock = Date.now, model = ownModel } = options
  const { serviceToken = createServiceToken(), trades: tradeCount = accounts * TRADES_AN_ACCOUNT } = options
  const delays = { ...defaultDelays, ...options.delays }
  const publicUrl = new URL(options.publicUrl).origin
  const settings = openSettings(database)
  const source = loadData(database, settings, { accounts, seed, builtAt: clock() }, log)
  const identity = await startIdentity({ database, settings, people: staff, publicUrl, log })
  running.push(identity.app)
  const tokens = openTokens(database)
  const detail = accountDetails({ database, source, clock, delays })
  const loading = tradeLoading({ database, settings, seed, trades: tradeCount, accounts: nameOfData(source), log })
  running.push({ close: () => loading.stop() })
  const ready = () => loading.ready()
  const list = openAccountList(database)
  const deskParts = { database, detail, changed: () => list.changed(), clock, delays, seed }
  const desk = supportDesk(deskParts)
  const common = {
    ...deskParts,
    desk,
    collections: collections(model, database, seed),
    tradesReady: ready,
    trades: openTradeList(database, ready),
    tokens,
    log,
  }
  const addressKey = createServiceToken('x-api-key')
  const start = async (app: FastifyInstance): Promise<string> => {
    running.push(app)
    return listen(app)
  }
  const urls = {
    main: await start(mainService({ ...common, list, source, serviceToken, userinfoUrl: identity.userinfoUrl })),
    admin: await start(staffService('admin', common)),
    trade: await start(tradeService(common)),
    profile: await start(profileService({ ...common, serviceToken })),
    go: await start(goService(desk, common)),
    address: await start(addressService(addressKey, common)),
    oidcIssuer: identity.issuer,
    okta: identity.issuer,
  }
  loading.begin()
  return { urls, oidc: identity.client, serviceToken, addressKey }
}

/**
 * Starts local replacements of the upstream services: the main API, the admin, the trade, the profile and the go service,
 * the address validator and the identity provider, each on its own loopback port. Rejects when the folder cannot be used
 * or a port is in use, and leaves nothing running then.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const database = openDatabase(options.dataDir)
  const running: Running[] = []
  const close = async (): Promise<void> => {
    await Promise.all(running.map((app) => app.close()))
    if (database.isOpen) database.close()
  }
  try {
    return { ...(await startServices(database, options, running)), close }
  } catch (error) {
    await close()
    throw error
  }
}
