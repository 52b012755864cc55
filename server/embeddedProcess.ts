import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { HeaderCredential, IdentityConfig } from './config/config.ts'
import { StartError } from './config/settings.ts'

/** The report of the process of the embedded services, sent once they answer. */
export interface EmbeddedReport {
  readonly type: 'ready'
  /** Base URLs. */
  readonly services: Readonly<Record<string, string>>
  readonly identity: IdentityConfig
  /** Headers that they require in addition to the staff token. */
  readonly credentials: Readonly<Record<string, HeaderCredential>>
}

export type EmbeddedProcess = Awaited<ReturnType<typeof startEmbeddedProcess>>

const isReport = (message: unknown): message is EmbeddedReport =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready'

function untilReady(child: ChildProcess): Promise<EmbeddedReport> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (isReport(message)) resolve(message)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new StartError([`the embedded services ended with code ${code ?? 'none'}; see above`])),
    )
  })
}

/**
 * Starts the embedded services in a child process, because their database must not block the gateway, and waits until
 * they answer. The child has its own process group: Ctrl-C reaches only the gateway, which drains first.
 */
export async function startEmbeddedProcess(module: string, env: Readonly<Record<string, string>>) {
  const child = fork(module, {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  return {
    report: await untilReady(child),
    onExit: (listener: () => void) => void child.once('exit', listener),
    async stop(): Promise<void> {
      child.removeAllListeners('exit')
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
