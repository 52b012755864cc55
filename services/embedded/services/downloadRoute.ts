import { Readable } from 'node:stream'
import { documentImage } from '../documents/documentImage.ts'
import { findDocument } from '../documents/findDocument.ts'
import { mediaTypeOf } from '../verification/imageKind.ts'
import type { FastifyInstance } from 'fastify'
import type { accountDetails } from '../accounts/details.ts'
import type { Upload, Uploads } from '../verification/uploads.ts'

const downloadQuery = {
  type: 'object',
  required: ['snap'],
  properties: { snap: { type: 'string', minLength: 1, maxLength: 100 } },
}

interface Download {
  readonly status: string | undefined
  readonly extension: string
  readonly size?: number
  readonly content: () => Readable | Buffer
}

/** Downloads of documents (D-133): uploads as they came, generated documents as a drawn stand-in. */
export function downloadRoute(app: FastifyInstance, detail: ReturnType<typeof accountDetails>, uploads: Uploads): void {
  const uploaded = ({ id, accountId, extension, size }: Upload): Download => ({
    status: detail(accountId)?.detail.snaps.find(({ snap_id: snapId }) => snapId === id)?.status,
    extension,
    size,
    content: () => Readable.from(uploads.bytesOf(id), { objectMode: false }),
  })

  function generated(snap: string): Download | undefined {
    const found = findDocument(detail, snap)
    if (!found) return undefined
    const lines = [found.kind.replaceAll('_', ' '), `ACCOUNT ${found.accountId}`, snap, 'SYNTHETIC DATA']
    return { status: found.status, extension: 'png', content: () => documentImage(lines) }
  }

  app.get<{ Querystring: { snap: string } }>(
    '/user/apex/edocs/download',
    { schema: { querystring: downloadQuery } },
    async ({ query: { snap } }, reply) => {
      const upload = uploads.find(snap)
      const found = upload ? uploaded(upload) : generated(snap)
      if (!found) return reply.code(404).send({ message: 'Document not found' })
      if (found.status === 'rejected') return reply.code(404).send({ message: 'A rejected document is not kept' })
      if (found.size !== undefined) reply.header('content-length', found.size)
      return reply
        .type(mediaTypeOf(found.extension))
        .header('content-disposition', `attachment; filename="${snap}.${found.extension}"`)
        .send(found.content())
    },
  )
}
