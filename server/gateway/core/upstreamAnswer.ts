import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { GatewayError } from './errors.ts'

/** The head of a service's answer with a file. Its receiver reads or destroys the body. */
export type UpstreamResponse = Dispatcher.ResponseData

export type AnswerHead = Pick<UpstreamResponse, 'statusCode' | 'headers'>

/** An answer with its whole body. */
type ReadResponse = AnswerHead & { readonly bytes: Uint8Array }

/** A service's whole answer. */
export interface UpstreamAnswer {
  readonly status: number
  readonly text: string
  /** Headers by their names in small letters; repeated ones are joined by a comma. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Drops a stream that is not read to its end. Destroying one emits an abort error, which has no meaning then. */
export const drop = (stream: Readable): void => void stream.on('error', () => undefined).destroy()

/** A compressed answer was not requested. */
function assertPlain({ headers }: AnswerHead): void {
  const { 'content-encoding': encoding = 'identity' } = headers
  if (encoding !== 'identity') throw new GatewayError('UPSTREAM_FORMAT')
}

/** Keeps the parts of an answer of at most `maxBytes`. */
function createParts(maxBytes: number) {
  const parts: Uint8Array[] = []
  let size = 0
  return {
    add(part: Uint8Array): void {
      size += part.byteLength
      if (size > maxBytes)
        throw new GatewayError('UPSTREAM_FORMAT', { message: 'The service answered with too much data.' })
      parts.push(part)
    },
    whole: (): Uint8Array => (parts.length === 1 && parts[0]) || Buffer.concat(parts),
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The answer as text, or UPSTREAM_FORMAT. */
export function answerOf({ statusCode, headers, bytes }: ReadResponse): UpstreamAnswer {
  const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const)
  try {
    return { status: statusCode, headers: Object.fromEntries(joined), text: utf8.decode(bytes) }
  } catch (cause) {
    throw new GatewayError('UPSTREAM_FORMAT', { cause })
  }
}

/** Reads an answer of at most `maxBytes` that came in place of a file. */
export async function readAnswer(response: UpstreamResponse, maxBytes: number): Promise<UpstreamAnswer> {
  const parts = createParts(maxBytes)
  try {
    assertPlain(response)
    for await (const part of response.body) if (part instanceof Uint8Array) parts.add(part)
  } finally {
    drop(response.body)
  }
  return answerOf({ ...response, bytes: parts.whole() })
}

/**
 * Calls a service and reads its answer of at most `maxBytes`, part by part as it is received: for an answer that is read
 * whole, a stream would only cost time.
 *
 * @param signal ends the call, with its reason as the error
 */
export function requestWhole(
  pool: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { signal, maxBytes }: { readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<ReadResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadResponse>()
  const parts = createParts(maxBytes)
  let head: AnswerHead = { statusCode: 0, headers: {} }
  let abort = (): void => undefined
  pool.dispatch(options, {
    onRequestStart: (controller) => {
      abort = () => controller.abort(signal.reason)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort)
    },
    // What is thrown here and in the next one ends the call as its error.
    onResponseStart: (_controller, statusCode, headers) => {
      head = { statusCode, headers }
      assertPlain(head)
    },
    onResponseData: (_controller, part) => parts.add(part),
    onResponseEnd: () => {
      signal.removeEventListener('abort', abort)
      resolve({ ...head, bytes: parts.whole() })
    },
    onResponseError: (_controller, error) => {
      signal.removeEventListener('abort', abort)
      if (options.body instanceof Readable) drop(options.body)
      reject(error)
    },
  })
  return promise
}
