import { listen } from '../../server/embedded/application.ts'
import { openDatabase, openSettings } from '../../server/embedded/database.ts'
import { startIdentity } from '../../server/embedded/identity/identityService.ts'
import { openTokens } from '../../server/embedded/tokens.ts'
import { accountDetails } from './accounts/details.ts'
import { openAccountList } from './accounts/list.ts'
import { loadData, nameOfData } from './load.ts'
import { defaultDelays, type Delays } from './accounts/firm.ts'
import { adminService } from './reference/adminService.ts'
import { addressService } from './services/addressService.ts'
import { mainService } from './services/mainService.ts'
import { goService, profileService } from './services/profileService.ts'
import { createServiceToken, type ServiceToken, staff } from './shared/callers.ts'
import { tradeService } from './services/tradeService.ts'
import { supportDesk } from './support/supportDesk.ts'
import { openTradeList } from './trades/list.ts'
import { tradeLoading } from './trades/load.ts'
import type { DatabaseSync } from 'node:sqlite'

/** Options of the embedded services. */
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
  /** 0 or absent: any free port. */
  readonly ports?: {
    readonly main?: number
    readonly admin?: number
    readonly trade?: number
    readonly profile?: number
    readonly go?: number
    readonly address?: number
    readonly identity?: number
  }
  /** The second token of calls for trusted services; absent: a new one at every start. */
  readonly serviceToken?: ServiceToken
  /** Delays of the clearing firm; absent ones keep their defaults. */
  readonly delays?: Partial<Delays>
  /** The clock of the clearing firm, in milliseconds since 1970. */
  readonly clock?: () => number
  /** Receives builds of the data and failures, never personal data; silent by default. */
  readonly log?: (line: string) => void
}

/** Trade lines per account when their number is not given. */
export const TRADES_AN_ACCOUNT = 10

/** The running services. */
export interface Embedded {
  /** Base URLs; `okta` is the base of `POST /api/v1/authn`. */
  readonly urls: {
    readonly main: string
    readonly admin: string
    readonly trade: string
    readonly profile: string
    readonly go: string
    readonly address: string
    readonly oidcIssuer: string
    readonly okta: string
  }
  readonly serviceToken: ServiceToken
  /** The key of the address validator, new at every start. */
  readonly addressKey: ServiceToken
  readonly oidc: { readonly clientId: string; readonly clientSecret: string }
  /** Stops listening, ends open connections and closes the database. */
  close(): Promise<void>
}

/** A part that must close before the database does. */
interface Running {
  close(): PromiseLike<unknown>
}

async function startServices(database: DatabaseSync, options: EmbeddedOptions, running: Running[]) {
  const { accounts, seed, ports = {}, log = () => undefined, clock = Date.now } = options
  const { serviceToken = createServiceToken(), trades: tradeCount = accounts * TRADES_AN_ACCOUNT } = options
  const delays = { ...defaultDelays, ...options.delays }
  const publicUrl = new URL(options.publicUrl).origin
  const settings = openSettings(database)
  const source = loadData(database, settings, { accounts, seed, builtAt: clock() }, log)
  const identity = await startIdentity({ database, settings, people: staff, publicUrl, port: ports.identity ?? 0, log })
  running.push(identity.app)
  const tokens = openTokens(database)
  const detail = accountDetails({ database, source, clock, delays })
  const load = { database, settings, seed, trades: tradeCount, accounts: nameOfData(source), log }
  const loading = tradeLoading(load)
  running.push({ close: () => loading.stop() })
  const ready = () => loading.ready()
  const list = openAccountList(database)
  const deskParts = { database, detail, changed: () => list.changed(), clock, delays, seed }
  const desk = supportDesk(deskParts)
  const common = { ...deskParts, desk, tradesReady: ready, trades: openTradeList(database, ready), tokens, log }
  const main = mainService({ ...common, list, source, serviceToken, userinfoUrl: identity.userinfoUrl })
  const admin = adminService(database, tokens, log)
  const trade = tradeService(common)
  const profile = profileService({ desk, tokens, serviceToken, log })
  const go = goService(desk, tokens, log)
  const addressKey = createServiceToken('x-api-key')
  const address = addressService(addressKey, log)
  running.push(main, admin, trade, profile, go, address)
  const urls = {
    main: await listen(main, ports.main ?? 0),
    admin: await listen(admin, ports.admin ?? 0),
    trade: await listen(trade, ports.trade ?? 0),
    profile: await listen(profile, ports.profile ?? 0),
    go: await listen(go, ports.go ?? 0),
    address: await listen(address, ports.address ?? 0),
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
