import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, folder, PUBLIC_URL, startForTest, textLike } from './support.ts'
import { MOST_BYTES, picture, pngOf, reviewerOf } from './verification.ts'
import type { Embedded } from '../../../services/embedded/start.ts'
import type { Reviewer, UploadForm } from './verification.ts'

let shared: Embedded
let staff: Reviewer
beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 60, seed: 1, publicUrl: PUBLIC_URL })
  staff = await reviewerOf(shared)
})
afterAll(() => shared.close())

const download = (reviewer: Reviewer, id: string) => reviewer.main(`/user/apex/edocs/download?snap=${id}`)

test.each([
  ['png', 'image/png', picture()],
  ['jpg', 'image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['JPEG', 'image/jpeg', Buffer.from('ffd8ffdb0043', 'hex')],
  ['gif', 'image/gif', Buffer.from('GIF89a-and-more')],
])('takes a .%s and gives the same bytes back as %s', async (extension, type, bytes) => {
  const { code, body } = await staff.upload({ bytes, name: `scan.${extension}` })
  expect([code, body]).toEqual([200, { result: { record_id: textLike(/^snap-[0-9a-f]{24}$/) } }])
  const response = await download(staff, String((body['result'] as Record<string, unknown>)['record_id']))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
})

test('takes exactly 15 MB, and not a byte more', async () => {
  const bytes = pngOf(MOST_BYTES)
  const { code, body } = await staff.upload({ bytes })
  expect(code).toBe(200)
  const response = await download(staff, String((body['result'] as Record<string, unknown>)['record_id']))
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  expect(await staff.upload({ bytes: pngOf(MOST_BYTES + 1) })).toEqual({
    code: 400,
    body: { message: 'The file is larger than 15 MB' },
  })
})

test.each<[string, UploadForm, number]>([
  ['a PDF renamed .png', { bytes: Buffer.from('%PDF-1.7 and so on') }, 400],
  ['an SVG', { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), name: 'a.svg' }, 400],
  ['a WebP renamed .png', { bytes: Buffer.from('RIFF0000WEBPVP8 ') }, 400],
  ['an empty file', { bytes: Buffer.alloc(0) }, 400],
  ['the first bytes of a PNG alone', { bytes: picture().subarray(0, 7) }, 400],
  ['a PNG with the name of a PDF', { name: 'scan.pdf' }, 400],
  ['a form without a file', { bytes: null }, 400],
  ['a form without a tag', { tag: null }, 400],
  ['a tag that is none', { tag: 'a b' }, 400],
  ['a form without an account', { account: null }, 400],
  ['an account that nobody has', { account: '9ZZ99999' }, 404],
])('refuses %s', async (_what, form, code) => {
  expect(await staff.upload(form)).toEqual({ code, body: { message: anyText } })
})

test('refuses two files, a file in another field, and what is no form', async () => {
  const send = async (body: FormData | string, type?: string) => {
    const headers = type === undefined ? staff.headers : { ...staff.headers, 'content-type': type }
    const response = await fetch(`${shared.urls.main}/user/apex/snap/images`, { method: 'POST', headers, body })
    expect(await response.json()).toEqual({ message: anyText })
    return response.status
  }
  const image = () => new Blob([new Uint8Array(picture())])
  const form = (...names: readonly string[]) => {
    const made = new FormData()
    for (const [name, value] of [
      ['tag', 'DOCUMENT'],
      ['account', '9ZZ10041'],
    ] as const)
      made.append(name, value)
    for (const name of names) made.append(name, image(), 'a.png')
    return made
  }
  expect(await send(form('file', 'file'))).toBe(413)
  expect(await send(form('document'))).toBe(400)
  expect(await send('{}', 'application/json')).toBe(406)
  expect(await send('--x', 'multipart/form-data; boundary=x')).toBe(400)
})

test('needs a staff token', async () => {
  const response = await fetch(`${shared.urls.main}/user/apex/snap/images`, { method: 'POST', body: new FormData() })
  expect(response.status).toBe(401)
})

test('leaves nothing behind of an upload that breaks off, nor of a refused one', async () => {
  const dataDir = await folder()
  const embedded = await startForTest({ dataDir, accounts: 60 })
  const reviewer = await reviewerOf(embedded)
  const database = new DatabaseSync(join(dataDir, 'embedded.sqlite'), { readOnly: true })
  const chunks = () => Number(database.prepare('SELECT count(*) AS n FROM upload_chunks').get()?.['n'])
  const sending = request(`${embedded.urls.main}/user/apex/snap/images`, {
    method: 'POST',
    headers: { ...reviewer.headers, 'content-type': 'multipart/form-data; boundary=x' },
  })
  sending.on('error', () => undefined)
  sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  sending.write(pngOf(1024 * 1024))
  await vi.waitFor(() => expect(chunks()).toBeGreaterThan(0))
  sending.destroy()
  await vi.waitFor(() => expect(chunks()).toBe(0))
  await reviewer.upload({ account: 'nobody' })
  expect(chunks()).toBe(0)
  expect((await reviewer.upload()).code).toBe(200)
  expect(chunks()).toBeGreaterThan(0)
  database.close()
})

test('removes at the next start what a process that was killed had half received', async () => {
  const options = { dataDir: await folder(), accounts: 60, seed: 1, publicUrl: PUBLIC_URL }
  const before = await startEmbeddedOverCopy(options)
  const first = await reviewerOf(before)
  const kept = await first.uploaded('9ZZ10041')
  await before.close()
  const database = new DatabaseSync(join(options.dataDir, 'embedded.sqlite'))
  database.exec("INSERT INTO upload_chunks VALUES ('snap-uhalf', 0, x'89504e47')")
  const again = await reviewerOf(await startForTest(options), first.token)
  expect(database.prepare('SELECT DISTINCT upload_id AS id FROM upload_chunks').all()).toEqual([{ id: kept }])
  database.close()
  const response = await download(again, kept)
  expect(Buffer.from(await response.arrayBuffer()).equals(picture())).toBe(true)
})
