import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

/** Where the stubbed gateway answers. */
export const ORIGIN = 'http://console.test'

/** One call as it reached the gateway. */
export interface SeenCall {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly text: string
  /** The parts of a form in their order; empty where the body is none. */
  readonly form: readonly (readonly [name: string, value: FormDataEntryValue])[]
}

/** How the stubbed gateway answers. */
export type Answer = (call: SeenCall) => Response | Promise<Response>

/** A gateway of which a test says how it answers and reads what it was asked. */
export interface GatewayStub {
  readonly answers: (answer: Answer) => void
  readonly calls: readonly SeenCall[]
}

const formOf = async (request: Request): Promise<SeenCall['form']> =>
  request.headers.get('Content-Type')?.startsWith('multipart/form-data') === true ? [...(await request.formData())] : []

/** Starts the stub for the tests of the current file or block. A call before `answers` is an error. */
export function useGatewayStub(): GatewayStub {
  const server = setupServer()
  const calls: SeenCall[] = []
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    calls.length = 0
  })
  afterAll(() => server.close())
  return {
    calls,
    answers: (answer) =>
      server.use(
        http.all(`${ORIGIN}/*`, async ({ request }) => {
          const call = {
            method: request.method,
            url: new URL(request.url),
            headers: request.headers,
            form: await formOf(request.clone()),
            text: await request.text(),
          }
          calls.push(call)
          return answer(call)
        }),
      ),
  }
}

/** An answer of JSON. */
export const json = (body: unknown, status = 200): Response => HttpResponse.json(body as object, { status })

/** A failure as the gateway words it. */
export const failure = (status: number, code: string, message = `Said by the gateway: ${code}`): Response =>
  json({ code, message, requestId: 'req-1', ...(status === 401 ? { detail: 'Invalid token.' } : {}) }, status)

/** A page of HTML, as a proxy in between sends it. */
export const html = (status: number): Response =>
  new Response('<!doctype html><title>Bad gateway</title>', { status, headers: { 'Content-Type': 'text/html' } })

/** A file, as the gateway sends downloads. */
export const csv = (text = 'id,name\r\n1,Mara Quill\r\n'): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="Account List.csv"',
    },
  })
