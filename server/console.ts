import type { ConsoleDefinition } from '../language/authored/definition.ts'
import type { ConsoleBuild } from './consoleBuild.ts'
import type { EmbeddedReport } from './embeddedProcess.ts'
import type { GatewayConsole } from './gateway/gatewayConsole.ts'
import type { ConsoleReader } from './config/loadConfig.ts'
import type { Paths } from './openApi/parts.ts'
import type { StoreTable } from './store/tables.ts'

/** Services that replace missing ones on a developer's machine, in their own process. */
export interface EmbeddedServices<S> {
  /** Path of the module that runs them. Once they answer it sends its parent an `EmbeddedReport`. */
  readonly module: string
  /** They are started when one of these services has no address. */
  readonly services: readonly string[]
  /** Variables of their process, in addition to DATA_DIR and PUBLIC_URL. */
  readonly env?: (settings: S) => Readonly<Record<string, string>>
  /** Completes the settings from the report. @param isEmbedded true for a service that is embedded */
  readonly complete?: (settings: S, report: EmbeddedReport, isEmbedded: (service: string) => boolean) => S
  /** Who may sign in, for the person who started the console. */
  readonly greeting: readonly string[]
}

/** How the commands of a console begin. Its definitions are loaded by those that need them. */
export interface ConsoleStart<S> {
  /** The folder of its definitions, from the project's root: `index.ts` has the screens, `console.ts` the registry. */
  readonly schemas: string
  readonly load: () => Promise<ConsoleServer<S>>
}

/** A console as the server runs it. `S` is its own settings, beyond the framework's. */
export interface ConsoleServer<S> extends ConsoleReader<S> {
  readonly authored: ConsoleDefinition
  /** The folder of recorded answers, from the project's root. */
  readonly recorded: string
  /** The console's registrations at the gateway. */
  readonly gateway: (settings: S) => GatewayConsole
  /** The routes of its extensions, for the OpenAPI document of the gateway. */
  readonly routes?: Paths
  /** Its own tables of the store. */
  readonly tables?: readonly StoreTable<unknown>[]
  readonly embedded: EmbeddedServices<S>
  readonly build: ConsoleBuild
}
