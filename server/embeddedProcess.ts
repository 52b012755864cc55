import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Service } from '../schemas/shared/services.ts'
import type { IdentityConfig, ServiceTokenConfig } from './config.ts'
import type { EmbeddedSettings } from './loadConfig.ts'
import { StartError } from './settings.ts'

/** The embedded services of a machine without upstreams, running in a process of their own. */
export interface EmbeddedProcess {
  readonly services: Readonly<Record<Service, string>>
  readonly identity: IdentityConfig
  /** What the main and the profile service demand for calls of trusted services. */
  readonly serviceToken: ServiceTokenConfig
  /** What the address validator knows its callers by. */
  readonly addressKey: ServiceTokenConfig
  /** Called when the process ends by itself. */
  onExit(listener: () => void): void
  stop(): Promise<void>
}

interface ReadyMessage {
  readonly type: 'ready'
  readonly urls: Readonly<Record<Service | 'oidcIssuer' | 'okta', string>>
  readonly oidc: { readonly clientId: string; readonly clientSecret: string }
  readonly serviceToken: ServiceTokenConfig
  readonly addressKey: ServiceTokenConfig
}

const isReady = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready'

function untilReady(child: ChildProcess): Promise<ReadyMessage> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (isReady(message)) resolve(message)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new StartError([`the embedded services ended with code ${code ?? 'none'}; see above`])),
    )
  })
}

/**
 * Starts the embedded services in a child process, since their database must not block the gateway, and waits until
 * they answer. The child is a process group of its own: Ctrl-C reaches the gateway alone, which drains first.
 */
export async function startEmbeddedProcess(
  settings: EmbeddedSettings,
  { dataDir, publicUrl }: { readonly dataDir: string; readonly publicUrl: string },
): Promise<EmbeddedProcess> {
  const child = fork(join(import.meta.dirname, '..', 'services', 'embedded', 'main.ts'), {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      EMBEDDED_ACCOUNTS: String(settings.accounts),
      EMBEDDED_TRADES: String(settings.trades),
      EMBEDDED_SEED: String(settings.seed),
      DATA_DIR: dataDir,
      PUBLIC_URL: publicUrl,
      // A token in this environment is for real services; the embedded ones make their own and tell it.
      SERVICE_TOKEN: '',
      SERVICE_TOKEN_HEADER: '',
    },
  })
  const { urls, oidc, serviceToken, addressKey } = await untilReady(child)
  const { oidcIssuer, okta, ...services } = urls
  return {
    services,
    identity: { issuer: oidcIssuer, oktaUrl: okta, ...oidc },
    serviceToken,
    addressKey,
    onExit: (listener) => void child.once('exit', listener),
    async stop() {
      child.removeAllListeners('exit')
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
