import multipart from '@fastify/multipart'
import { outcomeCodes } from './outcomeCodes.ts'
import { formOptions } from './receiveImage.ts'
import { failingUser, failureInside } from './supportBodies.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SupportDesk } from '../support/supportDesk.ts'

const codes = { ...outcomeCodes, unreadable: 422 } as const

type Received =
  { readonly bytes: Uint8Array; readonly problem?: never } | { readonly problem: string; readonly code: 400 | 413 }

/** The reader has no code for a form that ends too early or never begins, only these words. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && /multipart data|boundary/i.test(error.message)

async function readForm(request: FastifyRequest): Promise<Received> {
  let received: Received = { code: 400, problem: 'The form has no file' }
  for await (const part of request.parts()) {
    if (part.type === 'field') continue
    if (part.fieldname !== 'file') {
      part.file.resume()
      received = { code: 400, problem: 'The file belongs in the field file' }
      continue
    }
    const bytes = await part.toBuffer()
    received = part.file.truncated ? { code: 413, problem: 'The file is larger than 15 MB' } : { bytes }
  }
  return received
}

async function received(request: FastifyRequest): Promise<Received> {
  try {
    return await readForm(request)
  } catch (error) {
    if (isBrokenForm(error)) return { code: 400, problem: 'The form is incomplete' }
    throw error
  }
}

/** Takes files of trade lines in the multipart field `file`, 15 MB at most (D-180); 422 for what cannot be read. */
export function tradeFileRoute(app: FastifyInstance, book: SupportDesk['book'], ready: () => Promise<void>): void {
  app.register(multipart, formOptions)
  app.post('/v1/admin/sod/upload_manual_trade_line_entries', async (request, reply) => {
    if (!request.isMultipart()) return reply.code(400).send({ message: 'The form has no file' })
    const form = await received(request)
    if (form.problem !== undefined) return reply.code(form.code).send({ message: form.problem })
    if (Buffer.from(form.bytes).includes(failingUser.accountNo)) return failureInside
    await ready()
    const { kind, message } = book(form.bytes)
    return reply.code(codes[kind]).send({ message })
  })
}
