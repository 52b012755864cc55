import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { call } from './calls.ts'
import { folder, PUBLIC_URL, startForTest, textLike, textWith } from './support.ts'
import { answer, supportOf, teo } from './supportCalls.ts'
import type { Embedded } from '../../../services/embedded/start.ts'
import type { Answer } from './calls.ts'

const anyNumber: unknown = expect.any(Number)
const HEADER = 'account_no,ticker,side,quantity,price,trade_date'
const good = '9ZZ10058,ZZTK,buy,3.5,41.23,2026-03-02'
const csv = (...lines: readonly string[]): string => [HEADER, ...lines, ''].join('\n')

/** Uploads a file under a field of a form. */
async function upload(
  embedded: Embedded,
  token: string,
  content: string | Uint8Array<ArrayBuffer>,
  field = 'file',
): Promise<Answer> {
  const body = new FormData()
  body.append(field, new Blob([content]), 'lines.csv')
  const path = '/v1/admin/sod/upload_manual_trade_line_entries'
  const response = await fetch(`${embedded.urls.trade}${path}`, {
    method: 'POST',
    headers: { authorization: token },
    body,
  })
  return { code: response.status, body: (await response.json()) as unknown }
}

/** Services with a clock of 2026, and how a file and the trade lists behave there. */
async function desk(options: Parameters<typeof startForTest>[0] = {}) {
  const clock = () => Date.UTC(2026, 4, 4, 15)
  const embedded = await startForTest({ trades: 200, clock, ...options })
  const { token, trade, main } = await supportOf(embedded)
  return {
    embedded,
    token,
    send: (content: string | Uint8Array<ArrayBuffer>, field?: string) => upload(embedded, token, content, field),
    ofTeo: async () => {
      const { body } = await trade(`/v1/admin/user/get_details_for_account?account_no=${teo.accountNo}`)
      return (body as { readonly trade_line_data: readonly Record<string, unknown>[] }).trade_line_data
    },
    pages: async (query: string) => {
      const body = (await (await main(`/user/apex/latest/trades?${query}`)).json()) as {
        readonly data: { readonly pages: number; readonly trade_line_data: readonly Record<string, unknown>[] }
      }
      return [body.data.pages, body.data.trade_line_data.map(({ ticker }) => ticker)]
    },
  }
}

test('books the lines of a file, which the lists and the account then show, over a restart', async () => {
  const clock = () => Date.UTC(2026, 4, 4, 15)
  const options = { dataDir: await folder(), accounts: 300, trades: 200, seed: 1, publicUrl: PUBLIC_URL, clock }
  const first = await startEmbeddedOverCopy(options)
  const { token } = await supportOf(first)
  const text = `\uFEFF${HEADER},security_type\r\n9ZZ10058,aapl,SELL,2,"228.10",2026-03-03,EQUITY\r\n\r\n9ZZ10041,SPY,buy,0.00001,601,2026-05-04,ETF\r\n`
  expect(await upload(first, token, text)).toEqual(answer(200, '2 trade lines booked'))
  await first.close()
  const embedded = await startForTest(options)
  const { trade } = await supportOf(embedded, token)
  const { body } = await trade('/v1/admin/latest/trades')
  const [spy, aapl] = (body as { readonly data: { readonly trade_line_data: readonly object[] } }).data.trade_line_data
  expect(aapl).toEqual({
    id: anyNumber,
    created_at: '2026-05-04T15:00:00Z',
    trade_date: '2026-03-03',
    account_no: '9ZZ10058',
    ticker: 'AAPL',
    order_type: 'sell',
    sell_all: false,
    order_category: 'units',
    quantity: '2',
    order_price: '228.1000',
    order_status: 'SHARES_BOOKED',
    security_type: 'EQUITY',
  })
  expect(spy).toMatchObject({
    account_no: '9ZZ10041',
    quantity: '0.00001',
    order_price: '601.0000',
    security_type: 'ETF',
  })
})

test('counts booked lines in every filter', async () => {
  const { send, ofTeo, pages } = await desk({ trades: 0 })
  expect(await pages('status=SHARES_BOOKED')).toEqual([0, []])
  const lines = Array.from({ length: 51 }, (_, index) => `9ZZ10058,T${index},buy,${index + 1},2,2026-03-02`)
  expect(await send(csv(...lines))).toEqual(answer(200, '51 trade lines booked'))
  expect(await pages('status=SHARES_BOOKED&side=buy&page=2')).toEqual([2, ['T0']])
  expect(await pages('trade_date=2026-03-02&ticker=t7')).toEqual([1, ['T7']])
  expect((await ofTeo())[0]).toMatchObject({ ticker: 'T50' })
})

test('books the same file once', async () => {
  const { send, ofTeo } = await desk()
  expect(await send(csv(good))).toEqual(answer(200, '1 trade line booked'))
  const booked = await ofTeo()
  expect(await send(csv(good))).toEqual(answer(409, 'This file was booked before'))
  expect(await ofTeo()).toEqual(booked)
})

test('takes a file again when the lines it was booked into are made again', async () => {
  const dataDir = await folder()
  const options = { dataDir, accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const first = await startEmbeddedOverCopy({ ...options, trades: 200 })
  const { token } = await supportOf(first)
  expect(await upload(first, token, csv(good))).toMatchObject({ code: 200 })
  await first.close()
  expect(await upload(await startForTest({ ...options, trades: 100 }), token, csv(good))).toMatchObject({ code: 200 })
})

test('books nothing of a file with bad lines, and names each by its number and the reason', async () => {
  const { send, ofTeo } = await desk()
  const before = await ofTeo()
  const file = csv(
    good,
    '9ZZ10058,ZZTK,buy,three,41,2026-03-02',
    good,
    '9ZZ10058,ZZTK,buy,3,=1+1,2026-03-02',
    '9ZZ10058,ZZTK,hold,3,41,2026-03-02',
    '9ZZ99999,ZZTK,buy,3,41,2026-03-02',
    '9ZZ10117,ZZTK,buy,3,41,2026-03-02',
    '9ZZ10058,ZZTK,buy,3,41,2026-02-30',
    '9ZZ10058,ZZTK,buy,3,41',
    '9ZZ10058,"ZZTK,buy,3,41,2026-03-02',
    ',ZZTK,buy,3,41,2026-03-02',
    '9ZZ10058,ZZTK,buy,3,41,2026-05-05',
    '9ZZ10058,=1+1,buy,3,41,2026-03-02',
  )
  const reasons = [
    'line 3: quantity is not a number',
    'line 5: price is not a number',
    'line 6: side is neither buy nor sell',
    'line 7: account_no is not known',
    'line 8: the account is closed',
    'line 9: trade_date is not a day as YYYY-MM-DD',
    'line 10: 6 columns are expected',
    'line 11: quotes are not closed',
    'line 12: account_no is missing',
    'line 13: trade_date lies in the future',
    'and 1 more',
  ]
  expect(await send(file)).toEqual(
    answer(422, ['11 lines could not be read, and nothing was booked:', ...reasons].join('\n')),
  )
  expect(await ofTeo()).toEqual(before)
})

test('takes a quantity that is no plain number above zero for none', async () => {
  const { send } = await desk()
  const reason = '1 line could not be read, and nothing was booked:\nline 2: quantity is not a number'
  for (const quantity of ['0', '-1', '1e3', '', ' ', '=2', '1,5', '0x10', '٣', 'NaN', '+1', '1.123456789']) {
    const file = csv(`9ZZ10058,ZZTK,buy,"${quantity}",41,2026-03-02`)
    expect(await send(file), quantity).toEqual(answer(422, reason))
  }
})

const header = `the first line has to be ${HEADER}`
test.each([
  ['an empty file', '', 'The file is empty'],
  ['blank lines', '\n \n', 'The file is empty'],
  ['a header alone', `${HEADER}\n`, 'The file has a header and no lines'],
  ['a missing column', `account_no,ticker,side,quantity,trade_date\n${good}`, `Wrong header: price missing; ${header}`],
  ['columns in another order', `ticker,account_no,side,quantity,price,trade_date\n${good}`, `Wrong header: ${header}`],
  ['a column of its own', `${HEADER},comment\n${good},x`, `Wrong header: ${header}`],
  ['no header', good, textWith('Wrong header: account_no, ticker')],
  ['bytes that are no text', Uint8Array.of(0x61, 0xff, 0xfe, 0x0a), 'The file is not text in UTF-8'],
  ['an Excel file', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0), 'Only CSV is read here'],
  ['an old Excel file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), 'Only CSV is read here'],
])('books nothing of %s and says why', async (_what, content, message) => {
  const { send } = await desk()
  expect(await send(content)).toEqual(answer(422, message))
})

test('takes 15 MB and not one byte more', async () => {
  const { send } = await desk()
  const most = 15 * 1024 * 1024
  const padded = (size: number): string => csv(good).padEnd(size, ' ')
  expect(await send(padded(most + 1))).toEqual(answer(413, 'The file is larger than 15 MB'))
  expect(await send(padded(most))).toEqual(answer(200, '1 trade line booked'))
  expect(await send(`${HEADER}\n${`${good}\n`.repeat(50_001)}`)).toEqual(
    answer(422, 'The file has more than 50000 lines'),
  )
})

test('wants one file, in its field of a form', async () => {
  const { send, embedded, token } = await desk()
  expect(await send(csv(good), 'table')).toEqual(answer(400, 'The file belongs in the field file'))
  const url = `${embedded.urls.trade}/v1/admin/sod/upload_manual_trade_line_entries`
  expect(await call(url, token, 'POST', { file: csv(good) })).toEqual(answer(400, 'The form has no file'))
  const headers = { authorization: token, 'content-type': 'multipart/form-data; boundary=b' }
  const broken = await fetch(url, {
    method: 'POST',
    headers,
    body: '--b\r\nContent-Disposition: form-data; name="file"',
  })
  expect([broken.status, await broken.json()]).toEqual([400, { message: textLike(/form/) }])
})

test('takes files from no one without a token of this service', async () => {
  const { embedded, token, send } = await desk()
  const refusal = { code: 401, body: { detail: 'Invalid token.' } }
  for (const wrong of ['', `Token ${token}`, '0'.repeat(40)]) {
    expect(await upload(embedded, wrong, csv(good))).toEqual(refusal)
  }
  expect(await send(csv(good))).toMatchObject({ code: 200 })
})

test('answers 200 with a failure inside for a file that names the one account whose calls fail so', async () => {
  const { send, pages } = await desk()
  const failure = { code: 200, body: { status: 500, message: 'The user directory did not answer' } }
  expect(await send(csv('9ZZ10120,ZZZZ,buy,1,1,2026-03-02'))).toEqual(failure)
  expect(await pages('ticker=ZZZZ')).toEqual([0, []])
})
