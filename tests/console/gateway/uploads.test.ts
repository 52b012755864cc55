import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { UPLOAD_BYTES, uploadMessages } from '../../../language/uploads.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, fieldsFor, operationOf, PIXEL, signedIn, startGateway, uploadFor } from './gatewayUnderTest.ts'
import { animation, blackPng, flicker, noise, photo, picture, pngOfBytes } from './images.ts'
import { cookie, gateway, forget, trail, withGateway } from './withGateway.ts'

const operation = operationOf('accounts.uploadDocument')
const fields = fieldsFor(operation)
const record = { result: { record_id: 'snap-9' } }

withGateway()
beforeEach(() => {
  gateway.upstream.script(answering(200, record))
})

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const send = (name: string, bytes: Buffer, headers: Record<string, string> = {}) =>
  gateway.app.inject(uploadFor(operation, cookie, headers, [...fields, ['file', bytes, name]]))

interface Forwarded {
  readonly values: Readonly<Record<string, string>>
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Buffer }
}

/** What reached the service, read by a reader of its own. */
async function forwarded(): Promise<Forwarded> {
  const [seen, ...more] = gateway.upstream.seen
  expect(more).toEqual([])
  if (seen === undefined) throw new Error('nothing was sent')
  const headers = new Headers(seen.headers.map(([name, value]): [string, string] => [name, value]))
  const form = await new Response(new Uint8Array(seen.bytes), { headers }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('no file was sent')
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const bytes = Buffer.from(await file.arrayBuffer())
  return { values: Object.fromEntries(texts), file: { name: file.name, type: file.type, bytes } }
}

describe('an image', () => {
  test.each([
    ['png', 'image/png', 'document.png'],
    ['jpeg', 'image/jpeg', 'document.jpg'],
    ['gif', 'image/gif', 'document.gif'],
  ] as const)(
    'of type %s arrives at the service with the declared values and a name of its own',
    async (type, mime, name) => {
      const bytes = await picture().toFormat(type).toBuffer()
      const response = await send(`Mara Quill's card.${type.toUpperCase()}`, bytes)
      expect([response.statusCode, response.json()]).toEqual([200, record])
      const { values, file } = await forwarded()
      expect(values).toEqual({ tag: 'AFFILIATED_APPROVAL', account: '9ZZ10058' })
      expect([file.name, file.type]).toEqual([name, mime])
      expect(await sharp(file.bytes).metadata()).toMatchObject({ format: type, width: 40, height: 20 })
    },
  )

  test('loses what it tells beside its pixels, and stands upright', async () => {
    const bytes = await photo()
    expect(bytes.includes('canary-artist')).toBe(true)
    expect((await send('photo.jpg', bytes)).statusCode).toBe(200)
    const { file } = await forwarded()
    for (const trace of ['canary-artist', 'Exif', 'GPS']) expect(file.bytes.includes(trace)).toBe(false)
    const { width, height, orientation } = await sharp(file.bytes).metadata()
    expect([width, height, orientation]).toEqual([20, 40, undefined])
  })

  test('loses what stands behind it', async () => {
    const bytes = Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>canary()</script>PK')])
    expect((await send('a.png', bytes)).statusCode).toBe(200)
    expect((await forwarded()).file.bytes.includes('canary')).toBe(false)
  })

  test('that moves keeps its frames', async () => {
    expect((await send('a.gif', await animation(4))).statusCode).toBe(200)
    expect(await sharp((await forwarded()).file.bytes, { animated: true }).metadata()).toMatchObject({ pages: 4 })
  })

  test('is taken by its content where its name says another of the allowed types', async () => {
    expect((await send('screenshot.jpg', await picture().png().toBuffer())).statusCode).toBe(200)
    expect((await forwarded()).file).toMatchObject({ name: 'document.png', type: 'image/png' })
  })

  test('is recorded before it is sent: sizes, types and digests, not its name', async () => {
    let recorded: unknown[] = []
    gateway.upstream.script(async (...args) => {
      recorded = await trail()
      await answering(200, record)(...args)
    })
    const bytes = await photo()
    await send('Mara Quill.jpg', bytes)
    const { file } = await forwarded()
    expect(recorded).toMatchObject([
      {
        phase: 'intent',
        operation: 'accounts.uploadDocument',
        target: expect.stringMatching(/^account_no=hmac:/) as string,
        input: {
          file: {
            original: { bytes: bytes.length, type: 'image/jpeg', sha256: sha256(bytes) },
            forwarded: { bytes: file.bytes.length, type: 'image/jpeg', sha256: sha256(file.bytes) },
          },
        },
      },
    ])
    const [, outcome] = await trail()
    expect(outcome).toMatchObject({ phase: 'outcome', result: 'ok', status: 200 })
    expect(JSON.stringify(await trail()) + gateway.log.join('')).not.toMatch(/Mara|9ZZ10058/)
  })
})

describe('a file that is refused', () => {
  const refused = async (sent: Promise<{ statusCode: number; json(): unknown }>, expected: object) => {
    const response = await sent
    expect({ status: response.statusCode, ...(response.json() as object) }).toMatchObject(expected)
    expect(gateway.upstream.seen).toEqual([])
    expect(await trail()).toEqual([])
  }
  const wrongType = { status: 422, code: 'UNSUPPORTED_FILE', message: uploadMessages.wrongType }
  const error = { status: 422, code: 'UNREADABLE_FILE', message: 'Error' }

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'
  test.each([
    ['a PDF called .png', 'a.png', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF')],
    ['a PDF', 'a.pdf', Buffer.from('%PDF-1.7\n%%EOF')],
    ['an SVG called .gif', 'a.gif', Buffer.from(svg)],
    ['an SVG', 'a.svg', Buffer.from(svg)],
    ['HTML called .jpg', 'a.jpg', Buffer.from('<!doctype html><script>1</script>')],
    ['a script called .jpeg', 'a.jpeg', Buffer.from('#!/bin/sh\n')],
    ['an image with another ending', 'a.gif.exe', PIXEL],
    ['an image without an ending', 'gif', PIXEL],
  ])('%s', async (_what, name, bytes) => refused(send(name, bytes), wrongType))

  test.each(['webp', 'tiff', 'avif'] as const)('%s called .jpg', async (type) =>
    refused(send('a.jpg', await picture().toFormat(type).toBuffer()), wrongType),
  )

  test('nothing at all', async () => refused(send('a.png', Buffer.alloc(0)), error))

  test('a script that begins like a GIF', async () =>
    refused(send('a.gif', Buffer.from('GIF89a/*\x00\x00\x00\x00\x00\x00*/=1;alert(1)//')), error))

  test('an image that ends too early', async () => {
    for (const type of ['png', 'jpeg'] as const) {
      const bytes = await sharp(await noise(200, 200))
        .toFormat(type)
        .toBuffer()
      await refused(send(`a.${type}`, bytes.subarray(0, bytes.length * 0.6)), error)
    }
  })

  test('an image of more pixels than memory should hold, however small its file', async () => {
    const bomb = blackPng(16_000, 16_000)
    expect(bomb.length).toBeLessThan(100_000)
    await refused(send('a.png', bomb), error)
    await refused(send('a.png', blackPng(50_001, 1000)), error)
  })

  test('an animation of very many frames, before any is decoded', async () => {
    const [taken, few, many] = [1000, 1001, 600_000].map(flicker)
    const begun = performance.now()
    expect((await send('a.gif', taken!)).statusCode).toBe(200)
    const decodedMs = performance.now() - begun
    await forget()
    await refused(send('a.gif', few!), error)
    const sent = performance.now()
    await refused(send('a.gif', many!), error)
    // To decode them would take 600 times as long.
    expect(performance.now() - sent).toBeLessThan(decodedMs * 100)
  })

  test('one byte beyond 15 MB, while 15 MB are taken', async () => {
    expect((await send('a.png', pngOfBytes(UPLOAD_BYTES))).statusCode).toBe(200)
    await forget()
    const message = 'The file Passport 2.png is too big. (files must be under 15MB in size).'
    await refused(send('Passport 2.png', pngOfBytes(UPLOAD_BYTES + 1)), { status: 413, code: 'TOO_LARGE', message })
  })

  test('is named by no more than 120 characters, none of which is invisible', async () => {
    const name = `${'n'.repeat(300)}\u202e\u0007.png`
    const response = await send(name, pngOfBytes(UPLOAD_BYTES + 1))
    expect(bodyOf(response)['message']).toBe(uploadMessages.tooBig(`${'n'.repeat(116)}.png`))
  })

  test.each([
    [30, 413],
    [90, 200],
  ])('for growing beyond the limit, unless a little less quality prevents it: %i', async (quality, status) => {
    const bytes = await sharp(await noise(300, 300))
      .jpeg({ quality })
      .toBuffer()
    expect((await sharp(bytes).jpeg({ quality: 95 }).toBuffer()).length).toBeGreaterThan(bytes.length)
    const own = await startGateway({ limits: { uploadBytes: bytes.length } })
    const parts = [...fields, ['file', bytes, 'a.jpg'] as const]
    const response = await own.app.inject(uploadFor(operation, await signedIn(own), {}, parts))
    expect(response.statusCode).toBe(status)
    await own.stop()
  })
})

describe('a form', () => {
  const post = (parts: Parameters<typeof uploadFor>[3], headers: Record<string, string> = {}) =>
    gateway.app.inject(uploadFor(operation, cookie, headers, parts))
  const file = ['file', PIXEL, 'a.gif'] as const
  const refused = async (parts: Parameters<typeof uploadFor>[3]) => {
    const response = await post(parts)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(gateway.upstream.seen).toEqual([])
    expect(await trail()).toEqual([])
  }

  test.each([
    ['without a file', [...fields]],
    ['with two files', [...fields, file, file]],
    ['with its file under another name', [...fields, ['image', PIXEL, 'a.gif']]],
    ['with its file before its values', [file, ...fields]],
    ['with a value behind its file', [fields[0], file, fields[1]]],
    ['with a value that nobody declared', [...fields, ['extra', '1'], file]],
    ['with a value that reaches a prototype', [...fields, ['__proto__', '1'], file]],
    ['with a value twice', [...fields, fields[0], file]],
    ['without a value', [fields[0], file]],
    ['with another tag', [['tag', 'ID'], fields[1], file]],
    ['with a value that is too long', [['tag', 'A'.repeat(5000)], fields[1], file]],
    ['with more values than there can be', [...Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x']), file]],
    ['of nothing', []],
  ] as [string, Parameters<typeof uploadFor>[3]][])('%s is refused', (_what, parts) => refused(parts))

  test.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/mixed; boundary=form-boundary',
    '',
  ])('is declared as nothing else: %s', async (type) => {
    const response = await post([...fields, file], { 'content-type': type })
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'CROSS_SITE'])
  })

  test('is for uploads alone', async () => {
    const { payload, headers } = uploadFor(operation, cookie)
    for (const [url, id] of [
      ['/api/main/user/restrict-user', 'accounts.restrictUser'],
      ['/console/reveal', 'accounts.uploadDocument'],
      ['/auth/session/touch', 'accounts.uploadDocument'],
    ]) {
      const sent = { ...headers, 'x-operation': id }
      const response = await gateway.app.inject({ method: 'POST', url: String(url), headers: sent, payload })
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'CROSS_SITE'])
    }
  })

  test('of someone without the permission is recorded and not read', async () => {
    const viewer = await signedIn(gateway, 'viewer')
    const response = await gateway.app.inject(uploadFor(operation, viewer, {}, [...fields, ['file', '%PDF', 'a.pdf']]))
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'FORBIDDEN'])
    expect(await trail()).toMatchObject([{ phase: 'event', details: { result: 'refused' } }])
  })
})

describe('an Idempotency-Key', () => {
  test('repeats the answer for the same file and refuses another one', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [one, other] = await Promise.all([picture().png().toBuffer(), photo()])
    expect((await send('a.png', one, key)).statusCode).toBe(200)
    expect((await send('b.png', one, key)).json()).toEqual(record)
    expect(bodyOf(await send('a.png', other, key))['code']).toBe('IDEMPOTENCY_MISMATCH')
    expect(gateway.upstream.seen).toHaveLength(1)
  })

  test('of one file does not keep another file of the account waiting', async () => {
    const sent = await Promise.all([send('a.gif', PIXEL), send('b.png', await picture().png().toBuffer())])
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(gateway.upstream.seen).toHaveLength(2)
  })
})
