import { isValues } from '../../language/pointer.ts'

/** The gateway's answer to one `/auth` call. `body` is an empty object if the answer has no JSON object. */
export interface GatewayAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The server's time at the answer, in milliseconds. This machine's time if the `Date` header is missing. */
  readonly serverTime: number
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | null
}

/** Calls one `/auth` path. Rejects only if the gateway cannot be reached. */
export type CallGateway = (method: 'GET' | 'POST', path: `/auth/${string}`, body?: unknown) => Promise<GatewayAnswer>

const parse = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return isValues(value) ? value : {}
  } catch {
    // The answer is a proxy's HTML page or empty. The status alone decides then.
    return {}
  }
}

const seconds = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null

/** Without this header the gateway answers 403 and calls nothing. */
const consoleHeader = { 'X-Countersign': '1' } as const

export const createCallGateway =
  (fetcher: typeof fetch): CallGateway =>
  async (method, path, body) => {
    const response = await fetcher(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        Accept: 'application/json',
        ...consoleHeader,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const date = Date.parse(response.headers.get('Date') ?? '')
    return {
      status: response.status,
      body: parse(await response.text()),
      serverTime: Number.isNaN(date) ? Date.now() : date,
      retryAfter: seconds(response.headers.get('Retry-After')),
    }
  }
