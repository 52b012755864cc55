import { type ChildProcess, fork } from 'node:child_process'
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

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T]
  return message
}

/** The function that ends a process by leaving it alone. */
const ending = (child: ChildProcess) => async (): Promise<void> => {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

/** Starts a bare pass-through in a process of its own, over the service at `upstream`. */
export async function forkPassThrough(upstream: string): Promise<Pick<ForkedGateway, 'port' | 'stop'>> {
  const child = fork(fileURLToPath(import.meta.resolve('./passThrough.ts')), [upstream])
  return { ...(await told<{ readonly port: number }>(child)), stop: ending(child) }
}

/** Starts a gateway in a process of its own, over the services at `upstream`, with this many people signed in. */
export async function forkGateway(upstream: string, people = 1): Promise<ForkedGateway> {
  const child = fork(fileURLToPath(import.meta.resolve('./gatewayProcess.ts')), [upstream, String(people)])
  const { port, cookies } = await told<Pick<ForkedGateway, 'port' | 'cookies'>>(child)
  return {
    port,
    cookies,
    async peakMb() {
      child.send('peak')
      return (await told<{ readonly peakMb: number }>(child)).peakMb
    },
    stop: ending(child),
  }
}
