import { accountDetails } from './accounts/details.ts'
import { openAccountList } from './accounts/list.ts'
import { loadData, nameOfData } from './accounts/load.ts'
import { defaultDelays } from './clearing/delays.ts'
import { openDatabase } from '../../server/embedded/database.ts'
import { startIdentity } from '../../server/embedded/identity/identityService.ts'
import { addressService } from './services/addressService.ts'
import { adminService } from './services/adminService.ts'
import { listen } from '../../server/embedded/application.ts'
import { goService } from './services/goService.ts'
import { mainService } from './services/mainService.ts'
import { profileService } from './services/profileService.ts'
import { createServiceToken } from './services/serviceToken.ts'
import { openTokens } from '../../server/embedded/tokens.ts'
import { tradeService } from './services/tradeService.ts'
import { staff } from './staff.ts'
import { openSettings } from '../../server/embedded/keptValues.ts'
import { supportDesk } from './support/supportDesk.ts'
import { tradeLoading } from './trades/background.ts'
import { openTradeList } from './trades/list.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { Delays } from './clearing/delays.ts'
import type { ServiceToken } from './services/serviceToken.ts'

/** What the embedded services are started with. */
export interface EmbeddedOptions {
  /** Folder of embedded.sqlite; omitted: in memory. */
  readonly dataDir?: string
  /** How many accounts the clearing firm holds (EMBEDDED_ACCOUNTS). */
  readonly accounts: number
  /** Same seed, same data (EMBEDDED_SEED). */
  readonly seed: number
  /** How many trade lines (EMBEDDED_TRADES); absent: ten for every account. */
  readonly trades?: number
  /** The console's origin: signing in returns to `/auth/callback` of it, signing out to `/login`. */
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
  /** What calls for trusted services demand besides a staff token; absent: one that is made at every start. */
  readonly serviceToken?: ServiceToken
  /** How long the clearing firm takes for its work; what is absent keeps its default. */
  readonly delays?: Partial<Delays>
  /** The moment now in milliseconds since 1970, as the clearing firm sees it. */
  readonly clock?: () => number
  /** Hears of builds of the data and of failures; silent by default. Never given personal data. */
  readonly log?: (line: string) => void
}

/** So many trade lines are made up for an account where their number is not given. */
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
  /** What the address validator knows its callers by; made at every start. */
  readonly addressKey: ServiceToken
  readonly oidc: { readonly clientId: string; readonly clientSecret: string }
  /** Stops listening, ends open connections and closes the database. */
  close(): Promise<void>
}

/** What has to end before the database is closed. */
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
  const desk = supportDesk({ database, detail, changed: () => list.changed(), clock, delays, seed })
  const common = { database, detail, desk, tradesReady: ready, trades: openTradeList(database, ready), tokens, log }
  const { userinfoUrl } = identity
  const main = mainService({ ...common, list, source, serviceToken, userinfoUrl, clock, delays })
  const admin = adminService(database, tokens, log)
  const trade = tradeService({ ...common, seed })
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
 * Starts the services that stand in for the upstreams on a machine without any: the main API, the admin, the trade,
 * the profile and the go service, the address validator and the identity provider, each on its own loopback port.
 * Rejects when the folder cannot be used or a port is taken; nothing is left running then.
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
