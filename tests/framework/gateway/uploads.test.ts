import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { pageHeaders, startGateway } from './startGateway.ts'
import { KB, model, uploads } from './uploadBooks.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway(model)
})
beforeEach(() => gateway.upstream.script(answering(200, { message: 'stored' })))
afterEach(async () => {
  gateway.upstream.reset()
  await expect.poll(() => readdir(join(gateway.folder, 'uploads'))).toEqual([])
})
afterAll(() => gateway.close())

type Name = keyof typeof uploads

const methods: Readonly<Partial<Record<Name, 'PATCH' | 'PUT'>>> = { papers: 'PATCH', mail: 'PUT', text: 'PUT' }

/** The name of a file in the form that the browser sends. */
const fieldOf = (name: Name): string => (name === 'text' ? 'file' : uploads[name].field)

type Part = readonly [name: string, value: string | File]

const file = (name: string, content: string | Uint8Array<ArrayBuffer>): File => new File([content], name)
const pdf = (name = 'Letter of Ada.PDF', size = 100): File => file(name, '%PDF-1.7\n'.padEnd(size, '.'))
const csv = (name = 'lines.csv'): File => file(name, 'a,b\n1,2\n')
const png = async (name = 'a.png'): Promise<File> => {
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  return file(name, new Uint8Array(await image.png().toBuffer()))
}

async function send(name: Name, parts: readonly Part[], headers: Readonly<Record<string, string>> = {}, query = '') {
  const form = new FormData()
  for (const [key, value] of parts) form.append(key, value)
  const encoded = new Response(form)
  const response = await gateway.app.inject({
    method: methods[name] ?? 'POST',
    url: `/api/library/books/7/${name}${query}`,
    headers: {
      ...pageHeaders,
      cookie: gateway.cookie,
      'x-operation': `books.${name}`,
      'idempotency-key': randomUUID(),
      'content-type': encoded.headers.get('content-type') ?? '',
      ...headers,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: response.statusCode, ...response.json<{ readonly code?: string; readonly message?: string }>() }
}

const sendFiles = (name: Name, ...files: readonly File[]) =>
  send(
    name,
    files.map((each) => [fieldOf(name), each] as const),
  )

/** The form that reached the service, read by a reader of its own. */
async function forwarded(): Promise<readonly (readonly [string, string | File])[]> {
  const [seen, ...more] = gateway.upstream.seen
  expect(more).toEqual([])
  if (seen === undefined) throw new Error('nothing was sent')
  const headers = new Headers(seen.headers.map(([name, value]): [string, string] => [name, value]))
  return [...(await new Response(new Uint8Array(seen.bytes), { headers }).formData())]
}

const forwardedFiles = async () =>
  (await forwarded()).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [{ field: name, name: value.name, type: value.type, size: value.size }],
  )

const sha256 = async (sent: File): Promise<string> =>
  createHash('sha256')
    .update(Buffer.from(await sent.arrayBuffer()))
    .digest('hex')

const lastIntent = async () =>
  (await gateway.store.audit.list({ limit: 1000 })).findLast(({ phase }) => phase === 'intent')

test('the definitions are valid', () => {
  expect(checkModel(model)).toEqual([])
})

describe('a file of each kind', () => {
  test.each([
    ['letter', pdf(), 'document.pdf', 'application/pdf'],
    ['mail', file('Mail.eml', 'From: Ada'), 'document.eml', 'application/octet-stream'],
    ['mail', file('no extension', '%PDF-1.7'), 'document.pdf', 'application/pdf'],
    ['mail', file('odd."\r\nX: y', 'text'), 'document.bin', 'application/octet-stream'],
    ['papers', csv(), 'document.csv', 'text/csv'],
    ['bundle', pdf('a.pdf'), 'document.pdf', 'application/pdf'],
    ['bundle', csv(), 'document.csv', 'application/octet-stream'],
  ] as const)('of %s arrives as it is', async (name, sent, as, type) => {
    expect(await sendFiles(name, sent)).toMatchObject({ status: 200, message: 'stored' })
    expect(await forwardedFiles()).toEqual([{ field: fieldOf(name), name: as, type, size: sent.size }])
  })

  test('arrives as pixels alone if it is an image, also among others', async () => {
    const image = await png()
    const behind = file('a.png', new Uint8Array([...(await image.bytes()), ...Buffer.from('<script>canary')]))
    expect((await sendFiles('papers', behind, pdf())).status).toBe(200)
    const [sent] = (await forwarded()).flatMap(([, value]) => (value instanceof File ? [value] : []))
    expect(await sent?.text()).not.toContain('canary')
    expect((await forwardedFiles()).map(({ name }) => name)).toEqual(['document-1.png', 'document-2.pdf'])
  })

  const otherContent = (name: string) => `The content of the file ${name} is not what its name says.`
  test.each([
    ['letter', csv(), 'Only .pdf files can be uploaded.'],
    ['letter', file('a.pdf', 'MZ, a program'), otherContent('a.pdf')],
    ['letter', file('a.pdf', '%PD'), otherContent('a.pdf')],
    ['letter', file('a.pdf', ''), 'The file a.pdf is empty.'],
    ['mail', file('Mail.eml', ''), 'The file Mail.eml is empty.'],
    ['papers', file('a.exe', 'MZ'), 'Only .pdf, .png, .jpg, .jpeg, .gif, .csv, .xlsx and .xls files can be uploaded.'],
    ['papers', file('a.png', '%PDF-1.7 and so on'), otherContent('a.png')],
    ['papers', file('a.pdf', 'GIF89a and so on'), otherContent('a.pdf')],
    ['papers', file('a.csv', '%PDF-1.7 and so on'), otherContent('a.csv')],
    ['bundle', file('a.pdf', 'GIF89a and so on'), otherContent('a.pdf')],
    ['cover', pdf(), 'Only .png,.jpg,.jpeg,.gif, image format are allowed'],
    ['cover', file('a.png', ''), 'Error'],
  ] as const)('of %s that is none of them is refused: %o', async (name, sent, message) => {
    expect(await sendFiles(name, sent)).toMatchObject({ status: 422, message })
    expect(gateway.upstream.seen).toEqual([])
  })

  test.each([
    ['letter', pdf('Two.pdf', 4 * KB + 1), 'The file Two.pdf is too big: at most 4 KB can be uploaded.'],
    ['mail', file('a.eml', 'a'.repeat(4 * KB + 1)), 'The file a.eml is too big: at most 4 KB can be uploaded.'],
    ['mail', file('a.eml', 'a'.repeat(200 * KB)), 'The file a.eml is too big: at most 4 KB can be uploaded.'],
    ['papers', pdf('Two.pdf', 4 * KB + 1), 'The file Two.pdf is too big: at most 4 KB can be uploaded.'],
  ] as const)('of %s that is too big is refused', async (name, sent, message) => {
    expect(await sendFiles(name, sent)).toMatchObject({ status: 413, code: 'TOO_LARGE', message })
    expect(gateway.upstream.seen).toEqual([])
  })

  test('of exactly the declared size is accepted', async () => {
    expect((await sendFiles('letter', pdf('a.pdf', 4 * KB))).status).toBe(200)
  })
})

describe('several files', () => {
  test('go to the service in one form, each checked and recorded', async () => {
    const sent = [pdf(), csv(), pdf('again.pdf', 50)]
    expect((await sendFiles('papers', ...sent)).status).toBe(200)
    expect((await forwardedFiles()).map(({ field, name }) => [field, name])).toEqual([
      ['papers', 'document-1.pdf'],
      ['papers', 'document-2.csv'],
      ['papers', 'document-3.pdf'],
    ])
    const digests = await Promise.all(sent.map(sha256))
    const files = digests.map((digest) => ({ original: { sha256: digest }, forwarded: { sha256: digest } }))
    expect(await lastIntent()).toMatchObject({ operation: 'books.papers', input: { files } })
    expect(JSON.stringify(await lastIntent())).not.toContain('Ada')
  })

  test('are refused together if one of them is', async () => {
    const answer = await sendFiles('papers', pdf(), file('b.pdf', 'MZ and so on'))
    expect(answer).toMatchObject({ status: 422, code: 'UNSUPPORTED_FILE' })
    expect(gateway.upstream.seen).toEqual([])
  })

  test('are refused if they are too many, or not behind the values', async () => {
    const four = await sendFiles('papers', pdf(), pdf(), pdf(), pdf())
    expect(four).toMatchObject({ status: 400, message: 'At most 3 files can be uploaded.' })
    const two = await sendFiles('letter', pdf(), pdf())
    expect(two).toMatchObject({ status: 400, message: 'Only one file can be uploaded.' })
    const between = await send('papers', [
      ['papers', pdf()],
      ['note', 'late'],
    ])
    expect(between).toMatchObject({ status: 400, message: 'The files must be the last parts of the form.' })
    const misnamed = await send('papers', [
      ['papers', pdf()],
      ['file', pdf()],
    ])
    expect(misnamed.status).toBe(400)
    expect(gateway.upstream.seen).toEqual([])
  })

  test('are the same submission under one key only if all of them are the same', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [one, two, other] = [pdf(), csv(), file('lines.csv', 'a,b\n1,3\n')]
    const parts = (...files: readonly File[]) => files.map((each) => ['papers', each] as const)
    expect((await send('papers', parts(one, two), key)).status).toBe(200)
    expect((await send('papers', parts(one, two), key)).status).toBe(200)
    expect((await send('papers', parts(one, other), key)).code).toBe('IDEMPOTENCY_MISMATCH')
    expect(gateway.upstream.seen).toHaveLength(1)
  })

  test('may be none where a call does not require them', async () => {
    expect((await send('bundle', [['note', 'none today']])).status).toBe(200)
    expect(await forwarded()).toEqual([
      ['note', 'none today'],
      ['by', '1'],
    ])
    gateway.upstream.reset()
    expect(await send('papers', [['note', 'none today']])).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(gateway.upstream.seen).toEqual([])
  })
})

describe('a file that is the whole body', () => {
  test.each([
    [pdf(), 'application/pdf'],
    [file('a.txt', 'Äpfel\r\n'.repeat(90)), 'application/octet-stream'],
  ])('is sent alone, with its own type: %o', async (sent, type) => {
    expect((await send('text', [['file', sent]], {}, '?language=en')).status).toBe(200)
    const [seen, ...more] = gateway.upstream.seen
    expect([more, seen?.method, seen?.target]).toEqual([[], 'PUT', '/books/7/text?language=en&by=1'])
    expect(seen?.headers).toContainEqual(['content-type', type])
    expect(seen?.headers).toContainEqual(['content-length', String(sent.size)])
    expect(new Uint8Array(seen?.bytes ?? [])).toEqual(await sent.bytes())
    expect(await lastIntent()).toMatchObject({
      input: { file: { forwarded: { sha256: await sha256(sent), type } } },
    })
  })

  test('is checked like any other: an image arrives as pixels alone', async () => {
    const image = await png()
    const behind = file('a.png', new Uint8Array([...(await image.bytes()), ...Buffer.from('<script>canary')]))
    expect((await sendFiles('text', behind)).status).toBe(200)
    expect(gateway.upstream.seen[0]?.headers).toContainEqual(['content-type', 'image/png'])
    expect(Buffer.from(gateway.upstream.seen[0]?.bytes ?? []).includes('canary')).toBe(false)
    gateway.upstream.reset()
    expect(await sendFiles('text', file('a.pdf', 'MZ, a program'))).toMatchObject({ status: 422 })
    expect(await send('text', [['note', 'no file']])).toMatchObject({ status: 400 })
    expect(gateway.upstream.seen).toEqual([])
  })
})

describe("the values of an upload's form", () => {
  test('go to the service by their types and units, with the person who sends them', async () => {
    const parts = [
      ['note', 'Äpfel\r\n--x'.repeat(150)],
      ['shelves', '3'],
      ['shelves', '1'],
      ['value', '12.50'],
    ] as const
    expect((await send('letter', [...parts, ['file', pdf()]])).status).toBe(200)
    const texts = (await forwarded()).filter(([, value]) => typeof value === 'string')
    expect(texts).toEqual([parts[0], parts[1], parts[2], ['value', '1250'], ['by', '1']])
  })

  test.each([
    ['note', ['a', 'b']],
    ['shelves', ['4']],
    ['shelves', ['1', 'x']],
    ['by', ['2']],
    ['note', ['n'.repeat(2001)]],
  ] as const)('are checked: %s', async (name, values) => {
    const answer = await send('letter', [...values.map((value) => [name, value] as const), ['file', pdf()]])
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(gateway.upstream.seen).toEqual([])
  })
})

test('a file comes down from any action, under its declared name and with its inputs', async () => {
  gateway.upstream.script(answering(200, '%PDF-1.7', { 'content-type': 'application/pdf' }))
  const headers = { ...pageHeaders, cookie: gateway.cookie, 'x-operation': 'books.scan' }
  const response = await gateway.app.inject({ method: 'GET', url: '/api/library/books/7/scan?page=2', headers })
  expect([response.statusCode, response.headers['content-disposition'], response.body]).toEqual([
    200,
    'attachment; filename="scan-7.pdf"',
    '%PDF-1.7',
  ])
  expect(gateway.upstream.seen[0]?.target).toBe('/books/7/scan?page=2')
})
