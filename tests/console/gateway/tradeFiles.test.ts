import { setImmediate } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { tableMessages } from '../../support/tableMessages.ts'
import { operationOf, uploadFor } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

/** Files of trades that are made to do harm: nothing but the trade service's own text is to come of them (S-38). */
const operation = operationOf('manualUpload.submit')

withGateway({ limits: { uploadsPerPerson: 1000, uploadsAtOnce: 1000 } })
beforeEach(() => gateway.upstream.script(answering(200, { message: 'booked' })))

const HEAD = 'account_no,ticker,side,quantity,price,trade_date\n'
const line = (account: string, ticker = 'VTI') => `${account},${ticker},buy,3,240.10,2026-02-24\n`

const send = (bytes: Buffer | string, name = 'lines.csv', headers: Record<string, string> = {}) =>
  gateway.app.inject(uploadFor(operation, cookie, headers, [['file', bytes, name]]))

/** The form as it reached the service, one character for each byte. */
const sent = (): string => Buffer.from(gateway.upstream.seen[0]?.bytes ?? []).toString('latin1')

const formulas = [
  '=1+1',
  '+1+cmd',
  '-2+3+cmd|calc',
  '@SUM(1)',
  '"=HYPERLINK(""http://evil.test"")"',
  '" =1"',
  '  =1',
  '"\n=1"',
  '\t=1',
  '＝1',
  '－1+1',
  "'=1",
  '"""=1"',
  '+AD0-1+AC0-1',
]

describe('a formula', () => {
  test.each(formulas)('is refused in any cell, by its line: %j', async (cell) => {
    const wide = '9'.repeat(70_000)
    for (const [text, at] of [
      [`${HEAD}${line('9ZZ10041')}${line('9ZZ10041', cell)}`, 3],
      [`${HEAD}${line(cell)}`, 2],
      [`${HEAD}${line('9ZZ10041').trimEnd()},${cell}`, 2],
      [`\uFEFF${cell},ticker\n`, 1],
      [`${HEAD}${wide},b\n${line('9ZZ10041', cell)}`, 3],
    ] as const) {
      const response = await send(text)
      const message = response.json<{ message: string }>().message
      expect([response.statusCode, message]).toEqual([422, expect.stringMatching(/^Line \d has a cell that a spread/)])
      if (!cell.includes('\n')) expect(message).toContain(`Line ${at} `)
    }
    expect([gateway.upstream.seen, await trail()]).toEqual([[], []])
  })

  test.each(['-5', '-5.25', 'a=b', 'BRK.B', '"a,=b"', '"a ""=b"""', 'O’Neil+Co', '1-2', '12-07-2026'])(
    'is none of %j',
    async (cell) => {
      const text = `${HEAD}${line('9ZZ10041', cell)}`
      expect((await send(text)).statusCode).toBe(200)
      expect(sent()).toContain(Buffer.from(text).toString('latin1'))
    },
  )
})

test('100,000 lines arrive as they are, leave a digest on record, and keep no one else waiting', async () => {
  const text = `${HEAD}${line('9ZZ10041').repeat(100_000)}`
  let isDone = false
  const upload = send(text).then((response) => {
    isDone = true
    return response
  })
  let answered = 0
  while (!isDone) {
    expect((await gateway.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    answered += 1
    await setImmediate()
  }
  expect([(await upload).statusCode, answered > 10]).toEqual([200, true])
  expect(sent().includes(text)).toBe(true)
  expect(JSON.stringify(await trail()).length).toBeLessThan(5000)
})

test('a refusal of 100,000 lines is cut to a sentence, without what it says about people', async () => {
  const about = 'line 3: 123-45-6789 of Mara Quill, born 1961-04-17, is not the owner of 9ZZ10041. '
  gateway.upstream.script(answering(422, { message: about.repeat(60_000) }))
  const response = await send(`${HEAD}${line('9ZZ10041')}`)
  expect(response.statusCode).toBe(422)
  expect(response.body.length).toBeLessThan(3000)
  expect(response.body).toContain('line 3')
  for (const text of [response.body, JSON.stringify(await trail()), gateway.log.join('')])
    expect(text).not.toMatch(/123-45-6789|1961-04-17/)
})

/** A workbook of one part, which is much larger unpacked than it says, or is. */
function bomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(64 * 1024 * 1024))
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(0xffff_fff0, 22)
  head.writeUInt16LE(4, 26)
  return Buffer.concat([head, Buffer.from('xl/a'), packed])
}

test('a workbook that would fill the memory is not unpacked here', async () => {
  const bytes = bomb()
  const before = process.memoryUsage().arrayBuffers
  expect((await send(bytes, 'lines.xlsx')).statusCode).toBe(200)
  expect(sent().includes(bytes.toString('latin1'))).toBe(true)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
})

test.each([
  ['UTF-16', Buffer.from(`\uFEFF${HEAD}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(HEAD, 'utf16le')],
  ['UTF-16 the other way round', Buffer.from(`\uFEFF${HEAD}`, 'utf16le').swap16()],
  ['UTF-32', Buffer.from(Array.from(HEAD, (letter) => `${letter}\0\0\0`).join(''), 'latin1')],
  ['a text with an escape', Buffer.from(`${HEAD}\u001b[2J`)],
  ['compressed', deflateRawSync(Buffer.from(HEAD.repeat(99)))],
])('a file that is %s is no table, and nothing of it is sent', async (_what, bytes) => {
  const response = await send(bytes)
  expect([response.statusCode, response.json()]).toMatchObject([422, { message: tableMessages.otherContent }])
  expect([gateway.upstream.seen, await trail()]).toEqual([[], []])
})

test.each([
  ['content-type: text/html', 'text/html'],
  ['content-type: image/svg+xml', 'image/svg+xml'],
  ['content-type: text/csv; charset=utf-7', 'utf-7'],
  ['content-type: application/x-msdownload\r\nx-evil: 1', 'evil'],
  ['content-type: text/csv\r\ncontent-transfer-encoding: base64', 'base64'],
])('a part that says %j goes on as a table of the gateway’s own words', async (said, word) => {
  const text = `${HEAD}${line('9ZZ10041')}`
  const request = uploadFor(operation, cookie, {}, [['file', text, 'lines.csv']])
  const payload = request.payload.toString('latin1').replace('Content-Type: application/octet-stream', said)
  expect((await gateway.app.inject({ ...request, payload: Buffer.from(payload, 'latin1') })).statusCode).toBe(200)
  expect(sent()).toContain(text)
  expect(sent()).toContain('text/csv')
  expect(sent()).not.toContain(word)
})

test.each([
  [{ 'content-encoding': 'gzip' }],
  [{ 'content-type': 'text/csv' }],
  [{ 'content-type': 'multipart/form-data; boundary=other' }],
  [{ 'content-type': 'multipart/form-data; boundary=form-boundary; boundary=b' }],
  [{ 'x-operation': 'accounts.uploadDocument' }],
])('a request that says %j sends nothing, or the file as it is', async (headers) => {
  const text = `${HEAD}${line('9ZZ10041')}`
  const { statusCode } = await send(text, 'lines.csv', headers as unknown as Record<string, string>)
  if (statusCode === 200) expect(sent()).toContain(text)
  else expect([statusCode >= 400 && statusCode < 500, gateway.upstream.seen]).toEqual([true, []])
})

test('whose accounts its lines name is neither on record nor in the log', async () => {
  await send(`${HEAD}${line('9ZZ10077')}${line('Mara Quill')}`, 'Mara Quill 9ZZ10077.csv')
  for (const text of [JSON.stringify(await trail()), gateway.log.join('')])
    expect(text).not.toMatch(/9ZZ10077|Mara Quill/)
})
