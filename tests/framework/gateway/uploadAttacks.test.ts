import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operationTable } from '../../../language/operations.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { pageHeaders, startGateway } from './startGateway.ts'
import { model } from './uploadBooks.ts'

/** Generated over the uploads of a registry that has each method and each form. */
const uploads = [...operationTable(model.definitions).values()].filter(({ kind }) => kind === 'upload')

type Operation = (typeof uploads)[number]

let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway(model, { limits: { sessionRate: { max: 10_000, windowMs: 1000 } } })
})
beforeEach(() => gateway.upstream.script(answering(200, { message: 'stored' })))
afterEach(async () => {
  gateway.upstream.reset()
  await expect.poll(() => readdir(join(gateway.folder, 'uploads'))).toEqual([])
})
afterAll(() => gateway.close())

const contents = { image: 'GIF89a', pdf: '%PDF-1.7\n', table: 'a,b\n1,2\n', text: 'text' } as const
const names = { image: 'a.gif', pdf: 'a.pdf', table: 'a.csv', text: 'a.txt' } as const

const part = (name: string, content: string, disposition = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${disposition}\r\n\r\n${content}\r\n`

const kindOf = ({ upload }: Operation): keyof typeof names => {
  const kind = String(upload?.kinds[0] ?? 'pdf')
  return kind === 'table' || kind === 'text' || kind === 'image' ? kind : 'pdf'
}

const fieldOf = ({ upload }: Operation): string => upload?.field ?? 'file'

const filePart = (operation: Operation, fileName: string = names[kindOf(operation)]) =>
  part(fieldOf(operation), contents[kindOf(operation)], `; filename="${fileName}"`)

const formOf = (...parts: readonly string[]) => `${parts.join('')}--b--\r\n`

interface Attack {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly without?: readonly string[]
  readonly payload?: string
}

async function send(operation: Operation, { method, path = '', headers = {}, without = [], payload }: Attack) {
  const all: Readonly<Record<string, string>> = {
    ...pageHeaders,
    cookie: gateway.cookie,
    'x-operation': operation.id,
    'idempotency-key': randomUUID(),
    'content-type': 'multipart/form-data; boundary=b',
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)))
  const name = operation.id.split('.')[1] ?? ''
  return gateway.app.inject({
    method: (method ?? operation.browserMethod) as 'PUT',
    url: `/api/library/books/7/${name}${path}`,
    headers: sent,
    payload: payload ?? formOf(filePart(operation)),
  })
}

const foreign: readonly Attack[] = [
  { without: ['cookie'] },
  { headers: { cookie: '__Host-Http-sid=nothing' } },
  { without: ['x-countersign'] },
  { headers: { 'x-countersign': '2' } },
  { headers: { origin: 'http://evil.test' } },
  { headers: { origin: 'null' } },
  { without: ['origin'] },
  { headers: { 'sec-fetch-site': 'cross-site' } },
  { headers: { 'sec-fetch-site': 'same-site' } },
  { headers: { 'content-type': 'text/plain' } },
  { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { headers: { 'content-type': 'application/octet-stream' } },
  { headers: { 'content-type': 'multipart/form-data' } },
  { headers: { 'content-type': 'multipart/mixed; boundary=b' } },
  { without: ['content-type'] },
  { without: ['idempotency-key'] },
  { without: ['x-operation'] },
  { headers: { 'x-operation': 'books.list' } },
]

const takesAny = ({ upload }: Operation): boolean => upload?.kinds.includes('any') === true

const malformed = (operation: Operation): readonly Attack[] => {
  const file = filePart(operation)
  const named = (name: string): Attack => ({ payload: formOf(filePart(operation, name)) })
  return [
    // Where no file has to be sent, nothing is a form, too.
    ...(operation.upload?.required === undefined ? [] : [{ payload: '' }, { payload: '--b--\r\n' }]),
    { payload: formOf(file).slice(0, -20) },
    { payload: formOf(file, file, file, file, file, file, file, file) },
    { payload: formOf(part('__proto__', '1'), file) },
    { payload: formOf(part('constructor', '1'), file) },
    { payload: formOf(part('extra', '1'), file) },
    { payload: formOf(part('note', 'one'), part('note', 'two'), file) },
    { payload: formOf(part('other', contents[kindOf(operation)], '; filename="a.pdf"')) },
    ...(takesAny(operation) ? [] : ['a.exe', '../../a.svg', 'a.pdf.html', 'a'].map(named)),
    { payload: formOf(part(fieldOf(operation), 'MZ\u0090', `; filename="${names[kindOf(operation)]}"`)), path: '?x=1' },
    { payload: formOf(file), path: '?__proto__=1' },
    { payload: formOf(file), path: '/../cover' },
    { payload: formOf(file), path: '%2f..%2fcover' },
  ]
}

describe.each(uploads.map((operation) => [operation.id, operation.browserMethod, operation] as const))(
  '%s by %s',
  (_id, own, operation) => {
    test.each(foreign)('is not sent by a request of no one, or of another page: %j', async (attack) => {
      const { statusCode } = await send(operation, attack)
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(statusCode).toBeLessThan(500)
      expect(gateway.upstream.seen).toEqual([])
    })

    test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'].filter((method) => method !== own))(
      'is not sent by %s',
      async (method) => {
        const { statusCode } = await send(operation, { method, headers: { 'x-http-method-override': own } })
        expect([403, 405, 415]).toContain(statusCode)
        expect(gateway.upstream.seen).toEqual([])
      },
    )

    test('is not sent with a form that is not its own', async () => {
      for (const attack of malformed(operation)) {
        const { statusCode } = await send(operation, attack)
        const what = JSON.stringify(attack)
        expect(statusCode, what).toBeGreaterThanOrEqual(400)
        expect(statusCode, what).toBeLessThan(500)
        expect(gateway.upstream.seen, what).toEqual([])
      }
    })

    test.runIf(takesAny(operation))('is sent under a harmless name', async () => {
      for (const name of [
        '../../a.svg',
        'a\\..\\b.pdf',
        'a;filename=b.pdf',
        '%0d%0aX-Evil: 1.pdf',
        `${'x'.repeat(300)}.pdf`,
      ]) {
        gateway.upstream.reset()
        gateway.upstream.script(answering(200, { message: 'stored' }))
        await send(operation, { payload: formOf(filePart(operation, name)) })
        for (const { bytes, headers } of gateway.upstream.seen) {
          const said = `${Buffer.from(bytes).toString('latin1')} ${JSON.stringify(headers)}`
          expect(said).not.toMatch(/\.\.|x-evil|filename=b|x{260}/i)
        }
      }
    })
  },
)
