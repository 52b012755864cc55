import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What goes wrong with calls to a path. */
export interface Fault {
  /** Calls whose path (with query) contains this text. */
  readonly path: string
  readonly method?: string
  /** Answer this instead of asking the service. */
  readonly answer?: { readonly status: number; readonly body: string; readonly contentType?: string }
  /** Cut the connection instead of answering. */
  readonly reset?: true
  /** Never answer. */
  readonly hang?: true
  /** Change the service's own JSON answer. */
  readonly rewrite?: (body: unknown) => unknown
  /** Answer only once this has settled: a slow service, ended by the test itself. */
  readonly until?: Promise<unknown>
}

/** A proxy in front of a service that behaves until it is told not to, and remembers every call. */
export interface FaultProxy {
  readonly url: string
  readonly calls: readonly { readonly method: string; readonly path: string }[]
  /** Breaks calls until the answered function is called, or all faults are mended. */
  fault(fault: Fault): () => void
  /** Ends every fault. */
  mend(): void
  close(): Promise<void>
}

const read = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { host: _host, 'transfer-encoding': _te, ...headers } = incoming.headers
    const url = new URL(target + (incoming.url ?? '/'))
    const outgoing = httpRequest(url, { method: incoming.method ?? 'GET', headers, agent: false }, resolve)
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

async function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const answer = await forward(target, incoming, await read(incoming))
  await fault?.until
  if (fault?.rewrite === undefined) {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
    return
  }
  const body = JSON.stringify(fault.rewrite(JSON.parse((await read(answer)).toString('utf8'))))
  outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(body)
}

function misbehave(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (fault.hang === true) return true
  if (fault.reset === true) {
    incoming.socket.destroy()
    return true
  }
  if (fault.answer === undefined) return false
  const { status, body, contentType = 'application/json' } = fault.answer
  outgoing.writeHead(status, { 'content-type': contentType }).end(body)
  return true
}

/** Starts a proxy on a free loopback port in front of `target` (a base URL without a trailing slash). */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const faults = new Set<Fault>()
  const calls: { method: string; path: string }[] = []
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const method = incoming.method ?? 'GET'
    calls.push({ method, path })
    const fault = [...faults].findLast((one) => path.includes(one.path) && (one.method ?? method) === method)
    if (fault !== undefined && misbehave(fault, incoming, outgoing)) return
    pass(target, incoming, outgoing, fault).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fault(fault) {
      const own = { ...fault }
      faults.add(own)
      return () => void faults.delete(own)
    },
    mend: () => faults.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
