import { operationsOf } from '../language/operations.ts'
import { type RunningCollections, startCollections } from './embedded/collections/startCollections.ts'
import type { Config } from './config/config.ts'
import type { LoadedConfig } from './config/loadConfig.ts'
import { StartError } from './config/settings.ts'
import type { ConsoleServer } from './console.ts'
import { type EmbeddedProcess, startEmbeddedProcess } from './embeddedProcess.ts'

type Served<S> = Pick<ConsoleServer<S>, 'model' | 'embedded'>

const isProcessNeeded = <S>({ embedded }: Served<S>, { config, identity }: LoadedConfig<S>): boolean =>
  config.environment === 'dev' &&
  (identity === undefined || embedded.services.some((service) => config.services[service] === undefined))

const startProcess = <S>({ embedded }: Served<S>, { config, settings }: LoadedConfig<S>): Promise<EmbeddedProcess> =>
  startEmbeddedProcess(embedded.module, {
    ...embedded.env?.(settings),
    DATA_DIR: config.dataDir,
    PUBLIC_URL: config.publicUrl,
  })

/** The services that definitions call and that nothing answers for. */
function unserved<S>({ model }: Served<S>, { config }: LoadedConfig<S>, process: EmbeddedProcess | undefined) {
  if (config.environment !== 'dev') return []
  const called = new Set(model.definitions.flatMap(operationsOf).map(({ service }) => service))
  const served: Config['services'] = { ...process?.report.services, ...config.services }
  return [...called].filter((service) => served[service] === undefined)
}

/** The configuration with the embedded services and identity provider where the environment names none. */
function completed<S>(
  { embedded }: Served<S>,
  { config, identity, settings }: LoadedConfig<S>,
  process: EmbeddedProcess | undefined,
  collections: RunningCollections,
): { readonly config: Config; readonly settings: S } {
  const report = process?.report
  const provider = identity ?? report?.identity
  if (provider === undefined)
    throw new StartError(['OIDC_ISSUER is missing: staff sign in through an OpenID Connect provider'])
  const services = { ...collections.services, ...report?.services, ...config.services }
  const isEmbedded = (service: string): boolean => config.services[service] === undefined
  return {
    config: { ...config, identity: provider, services },
    settings: (report && embedded.complete?.(settings, report, isEmbedded)) ?? settings,
  }
}

/**
 * Starts the services that the environment names no address for: the console's own embedded ones in their process, and
 * services of generated records for all others that definitions call. Outside development nothing is started, because
 * every address is required there.
 */
export async function startEmbeddedServices<S>(server: Served<S>, loaded: LoadedConfig<S>) {
  const process = isProcessNeeded(server, loaded) ? await startProcess(server, loaded) : undefined
  try {
    const generated = unserved(server, loaded, process)
    const collections = await startCollections(server.model, generated)
    return {
      ...completed(server, loaded, process, collections),
      /** What the person who started the console should know. */
      greeting: [
        ...(loaded.identity === undefined ? server.embedded.greeting : []),
        ...(generated.length === 0
          ? []
          : [`Without an address, served with generated records: ${generated.join(', ')}`]),
      ],
      onExit: (listener: () => void) => process?.onExit(listener),
      async stop(): Promise<void> {
        await Promise.all([collections.stop(), process?.stop()])
      },
    }
  } catch (error) {
    await process?.stop()
    throw error
  }
}
