import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { HOST, operationOf, requestFor, successOf } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

/** Requests whose end, or whose head, two readers could understand in two ways (S-22). */
withGateway({ limits: { drainMs: 0 } })

let port: number
beforeAll(async () => {
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  port = (gateway.app.server.address() as AddressInfo).port
})

const change = operationOf('treasury.approve')

interface Framing {
  /** Replace the first line; `%` stands for the address. */
  readonly start?: string
  /** What is written between the headers and the empty line, with its line ends. */
  readonly head?: string
  /** Replaces all that stands before the body. */
  readonly all?: (head: string) => string
  /** Writes the body, given the change's own and a second request. */
  readonly body?: (own: string, second: string) => string
}

/** A change that is allowed, written as the framing has it; the second one is as allowed. */
function written({ start, head = '', all = (text) => text, body = (own) => own }: Framing): string {
  const one = () => {
    const { method, url, headers, payload = '' } = requestFor(change, cookie)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return { first: `${method} ${url} HTTP/1.1`, url, lines: lines.join(''), payload: String(payload) }
  }
  const [own, other] = [one(), one()]
  const second = `${other.first}\r\n${other.lines}content-length: ${other.payload.length}\r\n\r\n${other.payload}`
  const first = start === undefined ? own.first : start.replace('%', own.url)
  return `${all(`${first}\r\n${own.lines}${head}\r\n`)}${body(own.payload, second)}`
}

const chunk = (text: string, size = text.length.toString(16)) => `${size}\r\n${text}\r\n`
const chunked = (own: string) => `${chunk(own)}0\r\n\r\n`
const ended = (own: string, second: string) => `${own}${second}`
const length = (value: string): Framing => ({ head: `content-length: ${value}\r\n`, body: ended })
const encoding = (line: string): Framing => ({
  head: `${line}\r\n`,
  body: (own, second) => `${chunked(own)}${second}`,
})
const inChunks = (body: NonNullable<Framing['body']>): Framing => ({ head: 'transfer-encoding: chunked\r\n', body })
/** The body ends where its length says, or where its last chunk does. */
const both = (lines: string): Framing => ({ head: lines, body: (_own, second) => `0\r\n\r\n${second}` })
const own = (value: (length: number) => string): Framing => ({
  all: (head) => head.replace(/\r\n$/, `${value(String(requestFor(change, cookie).payload).length)}\r\n\r\n`),
  body: ended,
})
/** The same, with nothing behind it. */
const alone = (value: (length: number) => string): Framing => ({ ...own(value), body: (text) => text })
const header = (line: string): Framing => ({
  all: (head) => head.replace('\r\n', `\r\n${line}\r\n`).replace(/\r\n$/, 'transfer-encoding: chunked\r\n\r\n'),
  body: chunked,
})
const first = (start: string): Framing => ({ start, ...inChunks(chunked) })

const framings: Readonly<Record<string, Framing>> = {
  'a length and chunks': both('content-length: 5\r\ntransfer-encoding: chunked\r\n'),
  'chunks and a length': both('transfer-encoding: chunked\r\ncontent-length: 5\r\n'),
  'chunks and no length': both('transfer-encoding: chunked\r\ncontent-length: 0\r\n'),
  'two lengths': own((of) => `content-length: ${of}\r\ncontent-length: ${of + 1}`),
  'one length twice': own((of) => `content-length: ${of}\r\ncontent-length: ${of}`),
  'a list of lengths': own((of) => `content-length: ${of}, ${of}`),
  'a length with a sign': own((of) => `content-length: +${of}`),
  'a length below nothing': length('-1'),
  'a length in hexadecimal': own((of) => `content-length: 0x${of.toString(16)}`),
  'a length with a point': own((of) => `content-length: ${of}.0`),
  'a length with an exponent': length('1e2'),
  'a length with a space in it': length('1 8'),
  'a length of words': length('eighteen'),
  'a length beyond all numbers': length('99999999999999999999999999'),
  'an empty length': length(''),
  'a length with a space before its colon': own((of) => `content-length : ${of}`),
  'a length in a folded line': own((of) => `content-length:\r\n ${of}`),
  'an encoding with a space before its colon': encoding('transfer-encoding : chunked'),
  'an encoding with a tab before its colon': encoding('transfer-encoding\t: chunked'),
  'an encoding in a folded line': encoding('transfer-encoding:\r\n chunked'),
  'an encoding in quotes': encoding('transfer-encoding: "chunked"'),
  'an encoding with a vertical tab': encoding('transfer-encoding: \u000bchunked'),
  'an encoding with NUL': encoding('transfer-encoding: chunked\u0000'),
  'an encoding of another name': encoding('transfer-encoding: xchunked'),
  'an encoding that is none': encoding('transfer-encoding: identity'),
  'chunks twice': encoding('transfer-encoding: chunked, chunked'),
  'chunks that are not the last encoding': encoding('transfer-encoding: chunked, identity'),
  'chunks in two headers, the last none': encoding('transfer-encoding: chunked\r\ntransfer-encoding: identity'),
  'compressed chunks': { head: 'transfer-encoding: gzip, chunked\r\n', body: chunked },
  'chunks of a body that says it is compressed': {
    head: 'transfer-encoding: chunked\r\ncontent-encoding: gzip\r\n',
    body: chunked,
  },
  'a length of a body that says it is compressed': alone((of) => `content-length: ${of}\r\ncontent-encoding: br`),
  'a body of two encodings': alone((of) => `content-length: ${of}\r\ncontent-encoding: identity, gzip`),
  'a chunk below nothing': inChunks((text, second) => `${chunk(text, '-1')}0\r\n\r\n${second}`),
  'a chunk with a sign': inChunks((text, second) => `${chunk(text, `+${text.length.toString(16)}`)}0\r\n\r\n${second}`),
  'a chunk with 0x': inChunks((text, second) => `${chunk(text, `0x${text.length.toString(16)}`)}0\r\n\r\n${second}`),
  'a chunk beyond all numbers': inChunks((text) => chunk(text, 'fffffffffffffffff')),
  'a chunk longer than it says': inChunks((text, second) => `${chunk(text, '1')}0\r\n\r\n${second}`),
  'chunks with 20 kB beside them': inChunks((text) => chunk(text, `${text.length.toString(16)};${'a'.repeat(20_000)}`)),
  'chunks with a bare line feed': inChunks((text) => `${text.length.toString(16)}\n${text}\n0\n\n`),
  'chunks with a bare carriage return': inChunks((text) => `${text.length.toString(16)}\r${text}\r0\r\r`),
  'lines that end with a bare line feed': { ...inChunks(chunked), all: (head) => head.replaceAll('\r\n', '\n') },
  'lines that end with a bare carriage return': { ...inChunks(chunked), all: (head) => head.replaceAll('\r\n', '\r') },
  'a header with a bare carriage return': header('x: a\rtransfer-encoding: chunked'),
  'a header with NUL': header('x: a\u0000b'),
  'a header without a name': header(': a'),
  'a header without a colon': header('cookie'),
  'a header with a space in its name': header('x y: a'),
  'a first header that is folded': header(' x: a'),
  'a folded header': header('x: a\r\n b'),
  'two hosts': header('host: evil.test'),
  'one host twice': header('host: localhost:8080'),
  'no host': { ...inChunks(chunked), all: (head) => head.replace(/host: [^\r]*\r\n/, '') },
  'an empty host': { ...inChunks(chunked), all: (head) => head.replace(/host: [^\r]*\r\n/, 'host:\r\n') },
  'a host with a path': { ...inChunks(chunked), all: (head) => head.replace(/(host: [^\r]*)/, '$1/x') },
  'HTTP/0.9': first('POST %'),
  'HTTP/1.0': first('POST % HTTP/1.0'),
  'HTTP/1.2': first('POST % HTTP/1.2'),
  'HTTP/2.0': first('POST % HTTP/2.0'),
  'HTTP/1.1 and more': first('POST % HTTP/1.1 x'),
  'a protocol in small letters': first('POST % http/1.1'),
  'a tab after the method': first('POST\t% HTTP/1.1'),
  'NUL in the address': first('POST %\u0000 HTTP/1.1'),
  'a method in small letters': first('post % HTTP/1.1'),
  TRACE: first('TRACE % HTTP/1.1'),
  TRACK: first('TRACK % HTTP/1.1'),
  CONNECT: first('CONNECT % HTTP/1.1'),
  'CONNECT to a host': first('CONNECT evil.test:443 HTTP/1.1'),
  'the beginning of HTTP/2': { all: (head) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${head}` },
}

/** What follows each request on its connection: once it is answered, all before it has been. */
const last = `GET /healthz HTTP/1.1\r\nhost: ${HOST}\r\nconnection: close\r\n\r\n`

/** Sends a text as it is; answers the statuses of all that came back, until the connection closed, without the last one's. */
async function answersTo(text: string): Promise<readonly number[]> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (more: string) => (answer += more))
  socket.on('error', () => undefined).write(`${text}${last}`, 'latin1')
  await once(socket, 'close')
  const answers = answer.split(/(?=HTTP\/1\.1 \d{3} )/).filter((each) => each !== '')
  const isLast = (each: string): boolean => each.endsWith('{"status":"alive"}')
  return answers.filter((each) => !isLast(each)).map((each) => Number(each.slice(9, 12)))
}

test.each(Object.entries(framings))(
  'a change with %s is not carried out, nor what hides in it',
  async (_what, framing) => {
    gateway.upstream.script(answering(200, successOf(change)))
    const statuses = await answersTo(written(framing))
    expect(statuses.length).toBeLessThanOrEqual(1)
    for (const status of statuses) expect(Math.floor(status / 100)).toBe(4)
    expect(gateway.upstream.seen).toEqual([])
    expect(await trail()).toEqual([])
  },
)

test('there are enough of them, and the same change in one length or in chunks is carried out', async () => {
  expect(Object.keys(framings).length).toBeGreaterThanOrEqual(36)
  gateway.upstream.script(answering(200, successOf(change)))
  for (const framing of [inChunks(chunked), { ...own((of) => `content-length: ${of}`), body: (text: string) => text }])
    expect(await answersTo(written(framing))).toEqual([200])
  expect(gateway.upstream.seen).toHaveLength(2)
})
