import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A gateway in a process of its own. */
export interface ForkedGateway {
  readonly port: number
  /** The cookies of the people who are signed in. */
  readonly cookies: readonly string[]
  /** Its most memory so far, in megabytes. */
  peakMb(): Promise<number>
  stop(): Promise<void>
}

/** Starts a gateway in a process of its own, over the services at `upstream`, with this many people signed in. */
export async function forkGateway(upstream: string, people = 1): Promise<ForkedGateway> {
  const child = fork(fileURLToPath(import.meta.resolve('./gatewayProcess.ts')), [upstream, String(people)])
  const told = async <T>(): Promise<T> => {
    const [message] = (await once(child, 'message')) as [T]
    return message
  }
  const { port, cookies } = await told<Pick<ForkedGateway, 'port' | 'cookies'>>()
  return {
    port,
    cookies,
    async peakMb() {
      child.send('peak')
      return (await told<{ readonly peakMb: number }>()).peakMb
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
