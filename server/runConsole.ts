import { join } from 'node:path'
import { checkModel } from '../language/check/checkModel.ts'
import type { Config } from './config/config.ts'
import { loadConfig, type LoadedConfig } from './config/loadConfig.ts'
import { StartError } from './config/settings.ts'
import { version } from './config/version.ts'
import type { ConsoleServer } from './console.ts'
import { buildConsole } from './consoleBuild.ts'
import type { DevProblem } from './devProblem.ts'
import { startDevServer } from './devServer.ts'
import { startEmbeddedServices } from './embeddedServices.ts'
import { createGateway } from './gateway/createGateway.ts'
import { createLogger, type LogOptions } from './gateway/http/requestLog.ts'
import { INTENT_MS } from './gateway/lifecycle.ts'
import { assertCanListen, behindPort, portOf } from './port.ts'
import { lockDataDir } from './store/connectSqlite.ts'
import { openStore, type Store } from './store/openStore.ts'

export interface RunningConsole {
  /** The address and who may sign in, for the person who started it. */
  readonly greeting: string
  /** Where it listens. */
  readonly port: number
  /** Shows over every open page why the definitions as they are written do not run; in development only. */
  report(problems: readonly DevProblem[]): void
  /** Called once when a part that it needs has ended. */
  onFailure(listener: (message: string) => void): void
  /** Stops taking requests, finishes the running ones, and closes all parts in turn. */
  stop(): Promise<void>
}

/** @throws a StartError with the errors that `schemas:check` finds */
export function assertModel({ model }: Pick<ConsoleServer<unknown>, 'model'>): void {
  const problems = checkModel(model).filter(({ severity }) => severity === 'error')
  if (problems.length > 0) throw new StartError(problems.map(({ where, message }) => `${where} ${message}`))
}

function openConsoleStore<S>(
  { tables = [] }: ConsoleServer<S>,
  { config, databaseOwnerUrl, earlierAuditKeys, auditSink, warnings }: LoadedConfig<S>,
  options: LogOptions,
): Promise<Store> {
  const log = createLogger(options)
  for (const warning of warnings) log.warn(warning)
  return openStore({
    tables,
    dataDir: config.dataDir,
    sessionKey: config.sessionKey,
    auditKey: config.auditKey,
    earlierAuditKeys,
    checkpoints: { file: join(config.dataDir, 'audit-checkpoints.jsonl'), sink: auditSink },
    alert: (message, facts = {}, level = 'error') => log[level](facts, message),
    notice: (message) => log.info(message),
    ...(config.databaseUrl === null ? {} : { databaseUrl: config.databaseUrl }),
    ...(databaseOwnerUrl === null ? {} : { databaseOwnerUrl }),
  })
}

const greet = ({ publicUrl, productName, environment }: Config, more: readonly string[]): string =>
  [`${productName} ${version} (${environment}) answers at ${publicUrl}`, ...more].join('\n')

/** Closes parts, the last opened first; a failure to close one does not keep the others open. */
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
  readonly dev?: Awaited<ReturnType<typeof startDevServer>>
}

async function consoleSource<S>({ build }: ConsoleServer<S>, schemas: string | undefined): Promise<Source> {
  return schemas === undefined
    ? { consoleDir: (await buildConsole(build)).dir }
    : { consoleDir: null, dev: await startDevServer(build, schemas) }
}

/**
 * Starts the whole console: checks the environment and the definitions, opens the store, builds the console if it is
 * stale, starts the embedded services where there are no real ones, and listens. Throws a `StartError` or `StoreError`
 * with a message for the person who started it.
 */
export async function runConsole<S>({
  server,
  env,
  schemas,
  isBehindPort = false,
  quiet = false,
}: {
  readonly server: ConsoleServer<S>
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder of the definitions: for development, in which the console is served from its sources. */
  readonly schemas?: string
  /** Listens on any free port, because another process holds the console's own and passes connections on. */
  readonly isBehindPort?: boolean
  /** Turns the request log off, for tests and measurements. */
  readonly quiet?: boolean
}): Promise<RunningConsole> {
  assertModel(server)
  const loaded = loadConfig(env, server)
  if (!isBehindPort) await assertCanListen(loaded.config.host, loaded.config.port)
  const opened = closers()
  const logger: LogOptions = quiet ? false : { level: loaded.logLevel }
  try {
    // The store locks the folder of an SQLite itself; uploads and checkpoints in it belong to one gateway in any case.
    const release = loaded.config.databaseUrl === null ? undefined : lockDataDir(loaded.config.dataDir)
    opened.add(async () => release?.())
    const store = await openConsoleStore(server, loaded, logger)
    opened.add(() => store.close())
    await store.ping()
    const [embeddedStart, sourceStart] = await Promise.allSettled([
      startEmbeddedServices(server, loaded),
      consoleSource(server, schemas),
    ])
    if (embeddedStart.status === 'fulfilled') opened.add(() => embeddedStart.value.stop())
    const dev = sourceStart.status === 'fulfilled' ? sourceStart.value.dev : undefined
    if (dev !== undefined) opened.add(() => dev.close())
    if (embeddedStart.status === 'rejected') throw embeddedStart.reason
    if (sourceStart.status === 'rejected') throw sourceStart.reason
    const [embedded, source] = [embeddedStart.value, sourceStart.value]
    await store.audit.recover(loaded.config.databaseUrl === null ? 0 : INTENT_MS)
    const { config, settings, greeting, onExit } = embedded
    const gateway = await createGateway({
      config,
      store,
      console: server.gateway(settings),
      logger,
      consoleDir: source.consoleDir,
      ...(source.dev === undefined ? {} : { dev: source.dev }),
    })
    opened.add(() => gateway.close())
    // An open connection for reloading would keep the gateway from closing.
    if (dev !== undefined) opened.add(dev.attachTo(gateway.server))
    await gateway.listen(isBehindPort ? behindPort : { host: config.host, port: config.port })
    return {
      port: portOf(gateway.server),
      greeting: greet(config, greeting),
      report: (problems) => dev?.report(problems),
      onFailure: (listener) => onExit(() => listener('The embedded services have ended; stopping')),
      stop: () => opened.closeAll(),
    }
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}
