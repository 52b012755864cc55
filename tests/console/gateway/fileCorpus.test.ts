import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../language/operations.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { contentTypeOf, fieldsFor, operations, requestFor, successOf, uploadFor } from './gatewayUnderTest.ts'
import { photo, picture } from './images.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

/** Generated over the registry of operations (S-35 to S-39): a new upload or download is covered by being declared. */
const plenty = { max: 10_000, windowMs: 1000 }
withGateway({ limits: { uploadsPerPerson: 1000, uploadsAtOnce: 1000, exports: plenty, downloadsPerPerson: 1000 } })

const ofKind = (kind: Operation['kind']) =>
  operations.filter((each) => each.kind === kind).map((operation) => [operation.id, operation] as const)

const fieldOf = ({ upload }: Operation): string => upload?.field ?? 'file'

const send = (operation: Operation, name: string, bytes: Buffer) =>
  gateway.app.inject(uploadFor(operation, cookie, {}, [...fieldsFor(operation), [fieldOf(operation), bytes, name]]))

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'

/** Files that no upload takes, or takes for what their names say. */
const hostile = async (): Promise<readonly (readonly [string, Buffer])[]> => [
  ['a.png', Buffer.from('%PDF-1.7\n%%EOF')],
  ['a.gif', Buffer.from(svg)],
  ['a.svg', Buffer.from(svg)],
  ['a.jpg', Buffer.from('<!doctype html><script>1</script>')],
  ['a.jpeg', Buffer.from('#!/bin/sh\n')],
  ['a.gif', Buffer.from('GIF89a/*1234*/=1;alert(1)//')],
  ['a.jpg', await picture().toFormat('webp').toBuffer()],
  ['a.png', await picture().toFormat('tiff').toBuffer()],
  ['a.exe', Buffer.from('MZ\u0090')],
  ['a.html', Buffer.from('<script>1</script>')],
  ['a.csv.exe', Buffer.from('a,b\n')],
  ['a', Buffer.from('a,b\n')],
  ['.png', Buffer.from('a,b\n')],
]

describe.each(ofKind('upload'))('%s', (_id, operation) => {
  test.skipIf(operation.upload?.kinds.includes('any'))(
    'takes no file of another kind, and nothing of it is sent',
    async () => {
      for (const [name, bytes] of await hostile()) {
        gateway.upstream.reset()
        gateway.upstream.script(answering(200, successOf(operation)))
        const { statusCode } = await send(operation, name, bytes)
        expect([name, statusCode]).toEqual([name, 422])
        expect(gateway.upstream.seen).toEqual([])
      }
    },
  )

  test.runIf(operation.upload?.kinds.includes('image'))('sends on the pixels of an image alone', async () => {
    gateway.upstream.script(answering(200, successOf(operation)))
    expect((await send(operation, 'photo.jpg', await photo())).statusCode).toBe(200)
    const [seen] = gateway.upstream.seen
    for (const trace of ['canary-artist', 'Exif', 'GPS'])
      expect(Buffer.from(seen?.bytes ?? []).includes(trace)).toBe(false)
  })
})

/** Heads of answers that a browser must not obey: a type that runs, a name that leads elsewhere, a header of another. */
const heads: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'image/svg+xml', 'content-disposition': 'inline; filename="x.svg"' },
  { 'content-type': 'text/javascript', 'content-disposition': 'inline' },
  { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="../../x.csv"' },
  { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv\\"; evil=1.svg"' },
  { 'content-type': 'text/csv', 'content-disposition': "attachment; filename*=UTF-8''x%0d%0aX-Evil:1.html" },
  { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="a.exe"' },
  { 'content-type': 'text/csv', 'set-cookie': 'a=b', location: 'http://evil.test', 'x-evil': '1', server: 'x' },
]

describe.each(ofKind('download'))('%s', (_id, operation) => {
  test('leaves as a file of a harmless name and type, whatever the service says of it', async () => {
    for (const head of heads) {
      gateway.upstream.reset()
      gateway.upstream.script(answering(200, 'a,b\n1,2\n', head))
      const { statusCode, headers } = await gateway.app.inject(requestFor(operation, cookie))
      expect([JSON.stringify(head), statusCode]).toEqual([JSON.stringify(head), 200])
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="[A-Za-z0-9 ._-]+\.(?:csv|xlsx|xls|zip|json|pdf|png|jpe?g|gif)"$/,
      )
      expect(headers['content-type']).not.toMatch(/html|svg|script/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      for (const name of ['set-cookie', 'location', 'x-evil', 'server']) expect(headers[name]).toBeUndefined()
    }
  })

  test('runs no formula in a table', async () => {
    gateway.upstream.script(answering(200, 'a\n"=HYPERLINK(1)"\n@SUM(1)\n', contentTypeOf(operation)))
    const { body } = await gateway.app.inject(requestFor(operation, cookie))
    expect(body).not.toMatch(/^"?[=@]/m)
  })

  test('is no page in place of a file', async () => {
    for (const type of ['text/html', 'application/xhtml+xml', 'TEXT/HTML; charset=utf-8']) {
      gateway.upstream.reset()
      gateway.upstream.script(answering(200, '<html><script>1</script>', { 'content-type': type }))
      const { statusCode, body } = await gateway.app.inject(requestFor(operation, cookie))
      expect([type, statusCode]).toEqual([type, 502])
      expect(body).not.toContain('script')
    }
  })
})

test('there are files in both directions', () => {
  expect([ofKind('upload').length > 1, ofKind('download').length > 1]).toEqual([true, true])
})
