import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request exactly as it arrived. */
interface SeenRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** Header names as they were written, with their values, in their order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** The body byte by byte. */
  readonly bytes: Buffer
}

/** What the upstream does with a request. */
export type Script = (request: SeenRequest, response: ServerResponse, incoming: IncomingMessage) => void | Promise<void>

/** An upstream that does what a test tells it and remembers every request. */
export interface FaultyUpstream {
  readonly url: string
  readonly seen: readonly SeenRequest[]
  /** From now on. */
  script(script: Script): void
  /** Forgets what it has seen and answers `{}` again. */
  reset(): void
  close(): Promise<void>
}

/** Answers with a status and JSON, or text as it is. */
export const answering =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Script =>
  (_request, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

/** Cuts the connection: before the answer, or after `head` and the first bytes of it. */
export const cutting =
  (head?: { readonly status: number; readonly body: string; readonly length: number }): Script =>
  (_request, response, incoming) => {
    if (head === undefined) {
      incoming.socket.resetAndDestroy()
      return
    }
    response.writeHead(head.status, { 'content-type': 'text/csv', 'content-length': String(head.length) })
    response.write(head.body, () => setImmediate(() => incoming.socket.resetAndDestroy()))
  }

/** Never answers. */
export const hanging: Script = () => undefined

const pairs = (raw: readonly string[]): readonly (readonly [string, string])[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The script of a call that is answered by the way, whatever is scripted, and not remembered. */
export type Aside = (request: SeenRequest) => Script | undefined

/** Starts an upstream on a free loopback port. */
export async function startFaultyUpstream(aside: Aside = () => undefined): Promise<FaultyUpstream> {
  const seen: SeenRequest[] = []
  let current: Script = answering(200, {})
  const server = createServer((incoming, response) => {
    const handle = async (): Promise<void> => {
      const { method = '', url = '', rawHeaders } = incoming
      const bytes = await bytesOf(incoming)
      const request = { method, target: url, headers: pairs(rawHeaders), body: bytes.toString('utf8'), bytes }
      const ownScript = aside(request)
      if (ownScript === undefined) seen.push(request)
      await (ownScript ?? current)(request, response, incoming)
    }
    handle().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    script: (script) => {
      current = script
    },
    reset: () => {
      seen.length = 0
      current = answering(200, {})
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
