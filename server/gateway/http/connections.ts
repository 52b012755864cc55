import { randomUUID } from 'node:crypto'
import { BlockList, isIP, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { networkOf } from './requestChecks.ts'
import { headersOfAll } from './securityHeaders.ts'

/**
 * Notes connections without a request from now on. Returns what ends them: a server that stops would wait for those that
 * a browser has ready.
 */
export function noteUnusedConnections({ server }: FastifyInstance): () => void {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return () => {
    for (const socket of unused) socket.destroy()
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function proxiesOf(trustProxy: string | false): BlockList {
  const proxies = new BlockList()
  for (const part of trustProxy === false ? [] : trustProxy.split(',')) {
    const [address = '', bits] = part.trim().split('/')
    if (bits === undefined) proxies.addAddress(address, familyOf(address))
    else proxies.addSubnet(address, Number(bits), familyOf(address))
  }
  return proxies
}

/** Limits the connections of one network, so that idle ones cannot take them all. Trusted proxies have no limit. */
export function limitConnections(
  { server }: FastifyInstance,
  { connectionsPerPeer, trustProxy }: Pick<Config, 'connectionsPerPeer' | 'trustProxy'>,
): void {
  const proxies = proxiesOf(trustProxy)
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (proxies.check(remoteAddress, familyOf(remoteAddress))) return
    const peer = networkOf(remoteAddress)
    const count = open.get(peer) ?? 0
    if (count >= connectionsPerPeer) {
      socket.destroy()
      return
    }
    open.set(peer, count + 1)
    socket.once('close', () => {
      const left = (open.get(peer) ?? 1) - 1
      if (left > 0) open.set(peer, left)
      else open.delete(peer)
    })
  })
}

const unparsed: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'BAD_REQUEST', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'TOO_LARGE', 'The headers are too large.'],
}

/** Answers what is no request, with the headers of every answer, and ends its connection. */
export function answerUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = unparsed[error.code ?? ''] ?? [
    '400 Bad Request',
    'BAD_REQUEST',
    'The request is malformed.',
  ]
  const requestId = randomUUID()
  const body = JSON.stringify({ code, message, requestId })
  const headers = {
    ...headersOfAll,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
  socket.destroy()
}
