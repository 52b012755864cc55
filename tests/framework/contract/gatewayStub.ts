import { getResponse, http, HttpResponse } from 'msw'
import { afterEach } from 'vitest'

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
  /** Calls the stub as `fetch` would, without a network in between. */
  readonly fetch: typeof globalThis.fetch
}

const formOf = async (request: Request): Promise<SeenCall['form']> =>
  request.headers.get('Content-Type')?.startsWith('multipart/form-data') === true ? [...(await request.formData())] : []

/** Rejects once the signal says so, as a call on its way does. */
const cancelled = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

/** Makes the stub for the tests of the current file or block. A call before `answers` is an error. */
export function useGatewayStub(): GatewayStub {
  const calls: SeenCall[] = []
  let answered: Answer = () => {
    throw new Error('the test does not say how the gateway answers')
  }
  const nothing = answered
  const handler = http.all(`${ORIGIN}/*`, async ({ request }) => {
    const call = {
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      form: await formOf(request.clone()),
      text: await request.text(),
    }
    calls.push(call)
    return answered(call)
  })
  afterEach(() => {
    answered = nothing
    calls.length = 0
  })
  return {
    calls,
    answers: (answer) => {
      answered = answer
    },
    fetch: async (...asked) => {
      const request = new Request(...asked)
      request.signal.throwIfAborted()
      const response = await Promise.race([getResponse([handler], request), cancelled(request.signal)])
      if (response === undefined || response.type === 'error') throw new TypeError('fetch failed')
      return response
    },
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
