import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { UPLOAD_BYTES } from '../../../language/uploads.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { tableMessages } from '../../support/tableMessages.ts'
import { operationOf, uploadFor } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

const operation = operationOf('manualUpload.submit')
const answer = { message: '2 lines booked' }

withGateway()
beforeEach(() => {
  gateway.upstream.script(answering(200, answer))
})

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const send = (name: string, bytes: Buffer) =>
  gateway.app.inject(uploadFor(operation, cookie, {}, [['file', bytes, name]]))

/** The one file that reached the service, read by a reader of its own. */
async function forwarded() {
  const [seen, ...more] = gateway.upstream.seen
  expect(more).toEqual([])
  if (seen === undefined) throw new Error('nothing was sent')
  const headers = new Headers(seen.headers.map(([name, value]): [string, string] => [name, value]))
  const form = await new Response(new Uint8Array(seen.bytes), { headers }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('no file was sent')
  return { fields: [...form.keys()], name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) }
}

const lines = Buffer.from('account_no,ticker,quantity\r\n8NA16576,ZZTK,3\r\n8NA16576,"ZZ, TK",4\r\n')
const archive = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(600, 7)])
const compound = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600, 7)])

describe('a table', () => {
  test.each([
    ['csv', 'text/csv', lines],
    ['CSV', 'text/csv', Buffer.from('\ufeffname;note\nMarán;🙂\n')],
    ['csv', 'text/csv', Buffer.from('name;note\nMar\xe1n;\x80\n', 'latin1')],
    ['csv', 'text/csv', Buffer.from('a')],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', archive],
    ['xls', 'application/vnd.ms-excel', compound],
  ])('that is a %s arrives at the service as it is', async (ending, type, bytes) => {
    const response = await send(`trade lines of June.${ending}`, bytes)
    expect([response.statusCode, response.json()]).toEqual([200, answer])
    const file = await forwarded()
    expect([file.fields, file.name, file.type]).toEqual([['file'], `document.${ending.toLowerCase()}`, type])
    expect(file.bytes.equals(bytes)).toBe(true)
  })

  test('of exactly 15 MB is taken', async () => {
    const bytes = Buffer.alloc(UPLOAD_BYTES, 'a,b\n')
    expect((await send('a.csv', bytes)).statusCode).toBe(200)
    expect(sha256((await forwarded()).bytes)).toBe(sha256(bytes))
  })

  test('is recorded by size, type and digest, not by its name', async () => {
    await send('Mara Quill.csv', lines)
    const recorded = JSON.stringify(await trail())
    expect(recorded).toContain(sha256(lines))
    expect(recorded).toContain('text/csv')
    expect(recorded).not.toContain('Mara Quill')
    expect(gateway.log.join('')).not.toContain('Mara Quill')
  })

  test('that the service refuses comes back with its reasons', async () => {
    const message = 'Line 3: ticker is missing. Line 7: quantity is no number.'
    gateway.upstream.script(answering(422, { message }))
    const response = await send('a.csv', lines)
    expect([response.statusCode, response.json()]).toMatchObject([422, { code: 'UPSTREAM_REFUSED', message }])
  })
})

describe('a file that is no table', () => {
  test.each([
    ['is named otherwise', 'lines.txt', lines, 422, tableMessages.wrongType],
    ['is an image', 'photo.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 422, tableMessages.wrongType],
    ['has no ending', 'csv', lines, 422, tableMessages.wrongType],
    ['is an archive by content alone', 'lines.csv', archive, 422, tableMessages.otherContent],
    ['is a text by content alone', 'lines.xlsx', lines, 422, tableMessages.otherContent],
    ['is an archive under the old name', 'lines.xls', archive, 422, tableMessages.otherContent],
    ['is a PDF by content', 'lines.csv', Buffer.from('%PDF-1.7 text'), 422, tableMessages.otherContent],
    ['is UTF-16', 'lines.csv', Buffer.from('\ufeffa,b\n', 'utf16le'), 422, tableMessages.otherContent],
    ['is too short for what it says', 'lines.xlsx', Buffer.from('PK'), 422, tableMessages.otherContent],
    [
      'holds a NUL far behind',
      'a.csv',
      Buffer.concat([lines, Buffer.alloc(100_000, 'a'), Buffer.alloc(1)]),
      422,
      tableMessages.otherContent,
    ],
    ['is empty', 'lines.csv', Buffer.alloc(0), 422, tableMessages.empty],
    ['is too big', 'lines.csv', Buffer.alloc(UPLOAD_BYTES + 1, 'a'), 413, tableMessages.tooBig('lines.csv')],
  ] as const)(
    'because it %s is refused in a sentence, and nothing is sent',
    async (_why, name, bytes, status, message) => {
      const response = await send(name, bytes)
      expect([response.statusCode, response.json()]).toMatchObject([status, { message }])
      expect(gateway.upstream.seen).toEqual([])
      expect(await trail()).toEqual([])
    },
  )
})
