import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backOffice } from '../../../services/console.ts'
import { runConsole, type RunningConsole } from '../../../server/runConsole.ts'
import type { ConsoleUnderTest } from './consoleUnderTest.ts'
import { freePort } from '../../support/freePort.ts'

type Name = 'first' | 'second'

/** The header by which a page says through which gateway its requests are to go; without it they take turns. */
export const THROUGH = 'x-test-gateway'

/** Two gateways over one database, and before them what the browser talks to. */
export interface TwoGateways {
  /** Every request that was answered, in this order. */
  readonly answered: readonly { readonly by: Name; readonly method: string; readonly path: string }[]
  /** Stops the second gateway as an operator does: what is under way is finished. */
  stopSecond(): Promise<void>
  /** Starts the second gateway again, on the same port. */
  startSecond(): Promise<void>
  close(): Promise<void>
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function ask(port: string, { method = 'GET', url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path: url, method, headers, agent: false, setHost: false }
    httpRequest(target, resolve).once('error', reject).end(body)
  })
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/**
 * Starts a gateway beside the console's own and puts a balancer where the browsers look for the console. It passes
 * everything on as it came, and to the other gateway what reached none because no one listened.
 *
 * @param console_ started with a `PORT` of its own, so that the port of its `url` is free, and with a `DATABASE_URL`
 */
export async function startSecondGateway({ url, env }: ConsoleUnderTest): Promise<TwoGateways> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-e2e-second-'))
  const ports: Readonly<Record<Name, string>> = { first: env['PORT'] ?? '', second: String(await freePort()) }
  const start = (): Promise<RunningConsole> =>
    runConsole({ server: backOffice, quiet: true, env: { ...env, PORT: ports.second, DATA_DIR: folder } })
  let second: RunningConsole | undefined = await start()
  const answered: { by: Name; method: string; path: string }[] = []
  let turn = 0

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const wanted = incoming.headers[THROUGH]
    const isSecond = wanted === undefined ? (turn += 1) % 2 === 0 : wanted === 'second'
    const body = await bodyOf(incoming)
    for (const by of isSecond ? (['second', 'first'] as const) : (['first', 'second'] as const)) {
      try {
        const answer = await ask(ports[by], incoming, body)
        answered.push({ by, method: incoming.method ?? '', path: incoming.url ?? '' })
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      } catch (error) {
        if (!isRefused(error)) throw error
      }
    }
    outgoing.writeHead(502).end()
  }

  const balancer = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => balancer.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  const stopSecond = async (): Promise<void> => {
    await second?.stop()
    second = undefined
  }
  return {
    answered,
    stopSecond,
    async startSecond() {
      second = await start()
    },
    async close() {
      await new Promise<void>((resolve) => {
        balancer.close(() => resolve())
        balancer.closeAllConnections()
      })
      await stopSecond()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
