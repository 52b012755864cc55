import { existsSync } from 'node:fs'
import fileSystem, { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UPLOAD_BYTES } from '../../../language/uploads.ts'
import { openUploads } from '../../../server/gateway/uploads/uploadFolder.ts'
import { answering, cutting } from '../../support/faultyUpstream.ts'
import { bodyOf, fieldsFor, operationOf, signedIn, startGateway, uploadFor } from './gatewayUnderTest.ts'
import type { GatewayUnderTest } from './gatewayUnderTest.ts'
import { noise, picture, pngOfBytes } from './images.ts'

/** From now on the disk has no room for an upload's file of this kind. */
function fillDisk(ending: string): void {
  const { open, symlink } = fileSystem
  vi.spyOn(fileSystem, 'open').mockImplementation(async (path, flags, mode) => {
    if (flags !== 'wx' || !String(path).endsWith(ending)) return open(path, flags, mode)
    await symlink('/dev/full', String(path))
    return open(path, 'r+')
  })
  syncBuiltinESMExports()
}

const operation = operationOf('accounts.uploadDocument')
const fields = fieldsFor(operation)
const record = { result: { record_id: 'snap-9' } }

let gateway: GatewayUnderTest
let cookie: string

beforeEach(async () => {
  gateway = await startGateway()
  gateway.upstream.script(answering(200, record))
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  cookie = await signedIn(gateway)
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await gateway.stop()
})

const folderOf = ({ config }: GatewayUnderTest): string => join(config.dataDir, 'uploads')
const kept = () => readdir(folderOf(gateway))
const trail = () => gateway.store.audit.list({ limit: 1000, afterSeq: 0 })

const formFor = (bytes: Buffer, name = 'a.png', sender = cookie) =>
  uploadFor(operation, sender, {}, [...fields, ['file', bytes, name]])
const send = (bytes: Buffer, name?: string) => gateway.app.inject(formFor(bytes, name))

/** Begins to send a form over a connection of its own; `answered` is its status and code, or null without an answer. */
function begin({ url, headers, payload }: ReturnType<typeof uploadFor>, sent: number, length = payload.length) {
  const { port } = gateway.app.server.address() as AddressInfo
  const lengthHeader = { 'content-length': String(length) }
  const own = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: url,
    headers: { ...headers, ...lengthHeader },
  })
  const answered = new Promise<{ readonly status: number | undefined; readonly code: unknown } | null>((resolve) => {
    own
      .once('error', () => resolve(null))
      .once('response', (response) => {
        const chunks: Buffer[] = []
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .once('end', () => {
            const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { readonly code?: unknown }
            resolve({ status: response.statusCode, code: body.code })
          })
      })
  })
  own.write(payload.subarray(0, sent))
  return { own, answered }
}

describe('while an upload is under way', () => {
  test('its file is on disk as it arrives, for the owner of the process alone, and gone once it was answered', async () => {
    const bytes = pngOfBytes(6_000_000)
    const form = formFor(bytes)
    const { own, answered } = begin(form, 5_000_000)
    const received = async () => {
      const name = (await kept()).find((one) => one.endsWith('.received'))
      return name === undefined ? 0 : (await stat(join(folderOf(gateway), name))).size
    }
    await expect.poll(received).toBeGreaterThan(4_500_000)
    expect((await stat(folderOf(gateway))).mode & 0o777).toBe(0o700)
    for (const name of await kept()) {
      expect(name).toMatch(/^[0-9a-f-]{36}\.(received|made)$/)
      expect((await stat(join(folderOf(gateway), name))).mode & 0o777).toBe(0o600)
    }
    own.end(form.payload.subarray(5_000_000))
    expect(await answered).toMatchObject({ status: 200 })
    await expect.poll(kept).toEqual([])
  })

  test('the image is on disk alone while the service takes it, and arrives with its length announced', async () => {
    const files: string[][] = []
    gateway.upstream.script(async (...args) => {
      files.push(await kept())
      await answering(200, record)(...args)
    })
    expect((await send(await noise(600, 600))).statusCode).toBe(200)
    expect(files).toEqual([[expect.stringMatching(/\.made$/)]])
    const [seen] = gateway.upstream.seen
    const headers = new Map(seen?.headers.map(([name, value]) => [name.toLowerCase(), value]))
    expect(headers.get('content-length')).toBe(String(seen?.bytes.length))
    expect(headers.has('transfer-encoding')).toBe(false)
    await expect.poll(kept).toEqual([])
  })
})

describe('nothing is left, and nothing was sent,', () => {
  const untouched = async () => {
    await expect.poll(kept).toEqual([])
    expect(gateway.upstream.seen).toEqual([])
    expect(await trail()).toEqual([])
  }

  test('when the browser leaves in the middle of its file', async () => {
    const { own, answered } = begin(formFor(pngOfBytes(4_000_000)), 1_000_000)
    await expect.poll(kept).toHaveLength(2)
    own.destroy()
    expect(await answered).toBeNull()
    await untouched()
  })

  test('when the file has not arrived in time', async () => {
    await gateway.stop()
    gateway = await startGateway({ limits: { uploadMs: 300 } })
    await gateway.app.listen({ host: '127.0.0.1', port: 0 })
    const { own, answered } = begin(formFor(pngOfBytes(4_000_000), 'a.png', await signedIn(gateway)), 1_000_000)
    expect(await answered).toMatchObject({ status: 400 })
    own.destroy()
    await untouched()
  })

  test.each([
    ['damaged', 'a.png', async () => (await picture().png().toBuffer()).subarray(0, 90), 'UNREADABLE_FILE'],
    ['of another type', 'a.png', () => picture().webp().toBuffer(), 'UNSUPPORTED_FILE'],
    ['named otherwise', 'a.exe', () => picture().png().toBuffer(), 'UNSUPPORTED_FILE'],
    ['too big', 'a.png', () => Promise.resolve(pngOfBytes(UPLOAD_BYTES + 1)), 'TOO_LARGE'],
  ])('when the file is %s', async (_what, name, bytes, code) => {
    expect(bodyOf(await send(await bytes(), name))['code']).toBe(code)
    await untouched()
  })

  test('when the form goes on behind its file', async () => {
    const file = ['file', await picture().png().toBuffer(), 'a.png'] as const
    const form = uploadFor(operation, cookie, {}, [...fields, file, ['tag', 'more']])
    expect((await gateway.app.inject(form)).statusCode).toBe(400)
    await untouched()
  })

  test.runIf(existsSync('/dev/full')).each([
    ['as it arrives', '.received'],
    ['when it is made again', '.made'],
  ])('when the disk has no room for the file %s, which is said', async (_when, ending) => {
    fillDisk(ending)
    const response = await send(await noise(200, 200))
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([507, 'STORAGE_FAILED'])
    await untouched()
  })

  test('when the audit trail cannot be written', async () => {
    vi.spyOn(gateway.store.audit, 'intent').mockRejectedValueOnce(new Error('disk full'))
    expect(bodyOf(await send(await picture().png().toBuffer()))['code']).toBe('AUDIT_UNAVAILABLE')
    await untouched()
  })
})

describe('no file is left', () => {
  test.each([
    ['answers with a failure', answering(500, {}), 'UPSTREAM_FAILED'],
    ['refuses the document', answering(422, { message: 'no' }), 'UPSTREAM_REFUSED'],
    ['cuts the connection', cutting(), 'OUTCOME_UNKNOWN'],
  ] as const)('when the service %s', async (_what, script, code) => {
    gateway.upstream.script(script)
    expect(bodyOf(await send(await noise(200, 200)))['code']).toBe(code)
    expect(await kept()).toEqual([])
  })

  test('when the service cannot be reached', async () => {
    await gateway.upstream.close()
    expect((await send(await noise(200, 200))).statusCode).toBe(503)
    expect(await kept()).toEqual([])
  })

  test('of several uploads of which some break off', async () => {
    const leaving = Array.from({ length: 4 }, (_, index) =>
      begin(formFor(pngOfBytes(3_000_000)), 400_000 * (index + 1)),
    )
    const staying = Array.from({ length: 4 }, async () =>
      send(
        await sharp(await noise(300, 300))
          .jpeg()
          .toBuffer(),
        'a.jpg',
      ),
    )
    await expect.poll(async () => (await kept()).length).toBeGreaterThanOrEqual(8)
    for (const { own } of leaving) own.destroy()
    expect((await Promise.all(staying)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    await expect.poll(kept).toEqual([])
    expect(gateway.upstream.seen).toHaveLength(4)
  })
})

describe('a refusal comes at once, while the browser has still most of its file to send,', () => {
  test.each([
    [
      'by the first bytes of what is no image',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_000_000)]),
      422,
    ],
    ['by the length that is announced', pngOfBytes(UPLOAD_BYTES + 1_000_000), 413],
  ])('%s', async (_how, bytes, status) => {
    const { own, answered } = begin(formFor(bytes), 200_000)
    expect(await answered).toMatchObject({ status })
    own.destroy()
    await expect.poll(kept).toEqual([])
  })

  test('by the first byte too many', async () => {
    const form = formFor(pngOfBytes(UPLOAD_BYTES + 20_000))
    const { own, answered } = begin(form, UPLOAD_BYTES + 10_000)
    expect(await answered).toEqual({ status: 413, code: 'TOO_LARGE' })
    own.destroy()
    await expect.poll(kept).toEqual([])
  })
})

describe('slow senders', () => {
  test('hold no decoder: others are served meanwhile', async () => {
    const slow = Array.from({ length: 8 }, () => begin(formFor(pngOfBytes(3_000_000)), 1_000_000))
    await expect.poll(kept).toHaveLength(16)
    const other = await signedIn(gateway, 'admin', { userId: 2 })
    const form = formFor(await picture().png().toBuffer(), 'a.png', other)
    expect((await gateway.app.inject(form)).statusCode).toBe(200)
    for (const { own } of slow) own.destroy()
    await expect.poll(kept).toEqual([])
  })

  test('have no more than eight places each, however many sessions they open', async () => {
    const slow = Array.from({ length: 8 }, () => begin(formFor(pngOfBytes(3_000_000)), 1_000_000))
    await expect.poll(kept).toHaveLength(16)
    const again = formFor(await picture().png().toBuffer(), 'a.png', await signedIn(gateway))
    const refused = await gateway.app.inject(again)
    expect([refused.statusCode, bodyOf(refused)['code'], refused.headers['retry-after']]).toEqual([
      429,
      'RATE_LIMITED',
      '5',
    ])
    for (const { own } of slow) own.destroy()
    await expect.poll(kept).toEqual([])
    expect((await gateway.app.inject(again)).statusCode).toBe(200)
  })
})

describe('what a process that died has left', () => {
  const uploadMs = 60_000
  const leftovers = async (dataDir: string) => {
    const folder = join(dataDir, 'uploads')
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await writeFile(join(folder, 'fresh.received'), 'a face')
    await writeFile(join(folder, 'old.made'), 'a face')
    const longAgo = new Date(Date.now() - 6 * uploadMs)
    await utimes(join(folder, 'old.made'), longAgo, longAgo)
    return folder
  }

  test('is removed when the next one starts, and the folder is closed to others', async () => {
    const { dataDir } = gateway.config
    const folder = await leftovers(dataDir)
    await openUploads({ dataDir, databaseUrl: null }, { uploadMs })
    expect(await readdir(folder)).toEqual([])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('stays as long as it may be of a gateway that shares the database, and is removed later', async () => {
    const { dataDir } = gateway.config
    const folder = await leftovers(dataDir)
    const uploads = await openUploads({ dataDir, databaseUrl: 'postgresql://localhost/a' }, { uploadMs })
    expect(await readdir(folder)).toEqual(['fresh.received'])
    const longAgo = new Date(Date.now() - 6 * uploadMs)
    await utimes(join(folder, 'fresh.received'), longAgo, longAgo)
    await uploads.sweep()
    expect(await readdir(folder)).toEqual([])
  })
})
