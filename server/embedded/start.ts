import { loadData } from './accounts/load.ts'
import { openDatabase } from './database.ts'
import { startIdentity } from './identity/identityService.ts'
import { adminService } from './services/adminService.ts'
import { listen } from './services/application.ts'
import { mainService } from './services/mainService.ts'
import { openTokens } from './services/tokens.ts'
import { openSettings } from './settings.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'

/** What the embedded services are started with. */
export interface EmbeddedOptions {
  /** Folder of embedded.sqlite; omitted: in memory. */
  readonly dataDir?: string
  /** How many accounts the clearing firm holds (EMBEDDED_ACCOUNTS). */
  readonly accounts: number
  /** Same seed, same data (EMBEDDED_SEED). */
  readonly seed: number
  /** The console's origin: signing in returns to `/auth/callback` of it, signing out to `/login`. */
  readonly publicUrl: string
  /** 0 or absent: any free port. */
  readonly ports?: { readonly main?: number; readonly admin?: number; readonly identity?: number }
  /** Hears of builds of the data and of failures; silent by default. Never given personal data. */
  readonly log?: (line: string) => void
}

/** The running services. */
export interface Embedded {
  /** Base URLs; `okta` is the base of `POST /api/v1/authn`. */
  readonly urls: { readonly main: string; readonly admin: string; readonly oidcIssuer: string; readonly okta: string }
  readonly oidc: { readonly clientId: string; readonly clientSecret: string }
  /** Stops listening, ends open connections and closes the database. */
  close(): Promise<void>
}

async function startServices(database: DatabaseSync, options: EmbeddedOptions, running: FastifyInstance[]) {
  const { accounts, seed, ports = {}, log = () => undefined } = options
  const publicUrl = new URL(options.publicUrl).origin
  const settings = openSettings(database)
  loadData(database, settings, { accounts, seed }, log)
  const identity = await startIdentity({ database, settings, publicUrl, port: ports.identity ?? 0, log })
  running.push(identity.app)
  const tokens = openTokens(database)
  const main = mainService({ database, source: { accounts, seed }, tokens, userinfoUrl: identity.userinfoUrl, log })
  running.push(main)
  const admin = adminService(database, tokens, log)
  running.push(admin)
  const urls = {
    main: await listen(main, ports.main ?? 0),
    admin: await listen(admin, ports.admin ?? 0),
    oidcIssuer: identity.issuer,
    okta: identity.issuer,
  }
  return { urls, oidc: identity.client }
}

/**
 * Starts the services that stand in for the upstreams on a machine without any: the main API, the admin service and
 * the identity provider, each on its own loopback port. Rejects when the folder cannot be used or a port is taken;
 * nothing is left running then.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const database = openDatabase(options.dataDir)
  const running: FastifyInstance[] = []
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
