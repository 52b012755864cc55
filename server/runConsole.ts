import { definitions, model } from '../schemas/index.ts'
import { checkModel } from '../language/check/checkModel.ts'
import type { Config } from './config.ts'
import { buildConsole } from './consoleBuild.ts'
import { startDevServer, type DevServer } from './devServer.ts'
import { startEmbeddedProcess, type EmbeddedProcess } from './embeddedProcess.ts'
import { createGateway } from './gateway/createGateway.ts'
import { CHANGE_MS } from './gateway/housekeeping.ts'
import { loadConfig, type LoadedConfig } from './loadConfig.ts'
import { assertCanListen } from './portProbe.ts'
import { StartError } from './settings.ts'
import { openStore, type Store } from './store/openStore.ts'
import { verificationExtension } from '../services/verification/verificationExtension.ts'

/** A console that answers. */
export interface RunningConsole {
  /** What the person who started it needs to know: the address and who may sign in. */
  readonly greeting: string
  /** Called once when something it cannot do without has ended. */
  onFailure(listener: (message: string) => void): void
  /** Stops taking requests, finishes those under way, and closes everything in turn. */
  stop(): Promise<void>
}

const embeddedStaff = ['admin', 'operations', 'reviewer', 'viewer'].map((role) => `${role}@countersign.test`)

function assertDefinitions(): void {
  const problems = checkModel(model)
  if (problems.length > 0) throw new StartError(problems.map(({ where, message }) => `${where} ${message}`))
}

/** The services that have an embedded one to stand in for them. */
const embeddedServices = ['main', 'admin', 'trade', 'profile', 'go'] as const

const needsEmbedded = ({ config, identity }: LoadedConfig): boolean =>
  config.environment === 'dev' &&
  (identity === undefined || embeddedServices.some((service) => config.services[service] === undefined))

/** The environment's own services and identity provider, the embedded ones where it names none. */
function completed({ config, identity }: LoadedConfig, embedded: EmbeddedProcess | undefined): Config {
  const provider = identity ?? embedded?.identity
  if (provider === undefined)
    throw new StartError(['OIDC_ISSUER is missing: staff sign in through an OpenID Connect provider'])
  const isMainEmbedded = embedded !== undefined && config.services.main === undefined
  const isAddressEmbedded = embedded !== undefined && config.services.address === undefined
  return {
    ...config,
    identity: provider,
    services: { ...embedded?.services, ...config.services },
    serviceToken: isMainEmbedded ? embedded.serviceToken : config.serviceToken,
    addressApiKey: isAddressEmbedded ? embedded.addressKey.value : config.addressApiKey,
  }
}

const openConsoleStore = ({ config }: LoadedConfig): Promise<Store> =>
  openStore({
    dataDir: config.dataDir,
    sessionKey: config.sessionKey,
    auditKey: config.auditKey,
    ...(config.databaseUrl === null ? {} : { databaseUrl: config.databaseUrl }),
  })

const greet = ({ publicUrl, productName, environment }: Config, withEmbedded: boolean): string =>
  [
    `${productName} (${environment}) answers at ${publicUrl}`,
    ...(withEmbedded ? [`Sign in as ${embeddedStaff.join(', ')}`, `Password of all: countersign`] : []),
  ].join('\n')

/** Things to close, the last opened first; a failure to close one does not keep the others open. */
function closers(): { add(close: () => Promise<unknown>): void; closeAll(): Promise<void> } {
  const open: (() => Promise<unknown>)[] = []
  return {
    add: (close) => void open.push(close),
    async closeAll() {
      const failures: unknown[] = []
      for (const close of open.splice(0).toReversed()) await close().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed')
    },
  }
}

interface Source {
  readonly consoleDir: string | null
  readonly dev?: DevServer
}

async function consoleSource(isDev: boolean): Promise<Source> {
  return isDev ? { consoleDir: null, dev: await startDevServer() } : { consoleDir: (await buildConsole()).dir }
}

/**
 * Starts the whole console: checks the environment and the definitions, opens the store, builds the console if it is
 * stale, starts the embedded services if there are no real ones, and listens. Throws a `StartError` or `StoreError`
 * whose message is all that the person needs.
 */
export async function runConsole({
  env,
  isDev,
  quiet = false,
}: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isDev: boolean
  /** No request log: for tests and measurements. */
  readonly quiet?: boolean
}): Promise<RunningConsole> {
  assertDefinitions()
  const loaded = loadConfig(env)
  await assertCanListen(loaded.config.host, loaded.config.port)
  const opened = closers()
  try {
    const store = await openConsoleStore(loaded)
    opened.add(() => store.close())
    const starting = needsEmbedded(loaded) ? startEmbeddedProcess(loaded.embedded, loaded.config) : undefined
    const [embeddedStart, sourceStart] = await Promise.allSettled([starting, consoleSource(isDev)])
    const embedded = embeddedStart.status === 'fulfilled' ? embeddedStart.value : undefined
    const source = sourceStart.status === 'fulfilled' ? sourceStart.value : undefined
    if (embedded !== undefined) opened.add(() => embedded.stop())
    const dev = source?.dev
    if (dev !== undefined) opened.add(() => dev.close())
    if (embeddedStart.status === 'rejected') throw embeddedStart.reason
    if (source === undefined) throw (sourceStart as PromiseRejectedResult).reason
    await store.audit.recover(loaded.config.databaseUrl === null ? 0 : CHANGE_MS)
    const config = completed(loaded, embedded)
    const gateway = await createGateway({
      config,
      store,
      definitions,
      extensions: [verificationExtension],
      logger: quiet ? false : { level: config.environment === 'dev' ? 'warn' : 'info' },
      consoleDir: source.consoleDir,
      ...(source.dev === undefined ? {} : { dev: source.dev }),
    })
    opened.add(() => gateway.close())
    await gateway.listen({ host: config.host, port: config.port })
    return {
      greeting: greet(config, loaded.identity === undefined),
      onFailure: (listener) => embedded?.onExit(() => listener('The embedded services have ended; stopping')),
      stop: () => opened.closeAll(),
    }
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}
