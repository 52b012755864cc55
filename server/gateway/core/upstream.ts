import { connect, isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { bulkhead, circuitBreaker, handleWhen, SamplingBreaker, wrap } from 'cockatiel'
import { type Dispatcher, Pool } from 'undici'
import { lookupElsewhere } from '../../config/linkLocal.ts'
import type { Limits } from './limits.ts'
import {
  type AnswerHead,
  answerOf,
  drop,
  requestWhole,
  type UpstreamAnswer,
  type UpstreamResponse,
} from './upstreamAnswer.ts'
import { isOfService, isRepeatable, QueuedTooLong } from './upstreamFailure.ts'

/**
 * Resolves when the address accepts a connection, over https with a certificate for its name. Rejects when it does not within
 * `timeoutMs`.
 */
export function assertListening(address: string, timeoutMs: number): Promise<void> {
  const { hostname, port, protocol } = new URL(address)
  const isTls = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const options = {
    host,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    timeout: timeoutMs,
    lookup: lookupElsewhere,
  }
  const socket = isTls
    ? connectTls({ ...options, ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connect(options)
  return new Promise<void>((resolve, reject) => {
    socket
      .once(isTls ? 'secureConnect' : 'connect', resolve)
      .once('timeout', () => reject(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })))
      .once('error', reject)
  }).finally(() => socket.destroy())
}

const SHARE = 0.1
const MOST = 10

/** Keeps repeated calls below a tenth of all calls, so that retries do not overload a failing service. It starts full. */
function createRetryBudget() {
  let credit = MOST
  return {
    /** Counts a call. */
    earn: () => {
      credit = Math.min(MOST, credit + SHARE)
    },
    /** Takes one repetition; false when there is none. */
    spend: () => {
      if (credit < 1) return false
      credit -= 1
      return true
    },
  }
}

/** Connections of a service and calls that may wait for one. Files have their own, because people take their time. */
const calls = { connections: 32, queue: 64 } as const
const files = { connections: 16, queue: 32 } as const
const LONGEST_QUEUE_MS = 1000
const LONGEST_RETRY_AFTER_S = 2
const AGAIN = [502, 503, 504]

/** A form as it is sent: whole, or read while it is sent, with a known length. */
export type SentForm = { readonly contentType: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly bytes: Readable; readonly length: number }
)

/** Builds a form from the values of its call. */
export type BuildForm = (values: Readonly<Record<string, unknown>> | undefined) => SentForm

/** One outbound request: everything the service receives. `path` starts with a slash and has the query. */
export interface OutboundRequest {
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A stream is read once, so a request with a stream is not `repeatable`. */
  readonly body: string | Uint8Array | Readable | null
  /** Ends the call at its deadline or when the answer is no longer awaited. */
  readonly signal: AbortSignal
  readonly headersTimeout: number
  /** Reads are tried once more where that may help; every other request is sent exactly once. */
  readonly repeatable: boolean
}

/** One upstream service: its connections, with a limit and a circuit breaker that contain its failures. */
export type Upstream = ReturnType<typeof createUpstream>

/** Marks a 5xx answer: not an error here, but a failure for the breaker. */
class ServerFailure<T> {
  readonly value: T
  constructor(value: T) {
    this.value = value
  }
}

const pause = (response: { readonly retryAfterS: number } | undefined, signal: AbortSignal): Promise<void> => {
  const jitter = 100 + Math.random() * 200
  return wait(response === undefined ? jitter : Math.max(jitter, response.retryAfterS * 1000), undefined, { signal })
}

const retryAfterOf = ({ headers }: AnswerHead): number => {
  const value = Number(headers['retry-after'] ?? 0)
  return Number.isFinite(value) && value >= 0 ? value : Number.POSITIVE_INFINITY
}

/** Opens half at `breakerOpenMs` after half of at least 20 calls within 10 s have failed. */
const breakerOf = (breakerOpenMs: number) =>
  circuitBreaker(
    handleWhen(isOfService).orWhenResult((result) => result instanceof ServerFailure),
    {
      halfOpenAfter: breakerOpenMs,
      breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }),
    },
  )

const pausesOf =
  (breaker: ReturnType<typeof breakerOf>) =>
  (listener: (isPaused: boolean) => void): void => {
    let isPaused = false
    const hear = (is: boolean): void => {
      // A call that is tried meanwhile and fails opens it once more.
      if (is !== isPaused) listener(is)
      isPaused = is
    }
    breaker.onBreak(() => hear(true))
    breaker.onReset(() => hear(false))
  }

/** Connections of one kind, with a limit on the calls that use or await one. */
function createConnections(
  origin: string,
  { connections, queue }: typeof calls | typeof files,
  breaker: ReturnType<typeof breakerOf>,
  limits: Limits,
) {
  const options = {
    connections,
    connect: { timeout: limits.connectMs, lookup: lookupElsewhere },
    bodyTimeout: limits.idleBodyMs,
    allowH2: false,
    maxHeaderSize: 16_384,
  }
  const kept = new Pool(origin, options)
  // A service may close a kept connection at the very moment when a change is sent, whose outcome would be unknown then.
  const fresh = new Pool(origin, { ...options, pipelining: 0 })
  const shield = wrap(bulkhead(connections, queue), breaker)
  return {
    poolFor: ({ repeatable }: OutboundRequest): Pool => (repeatable ? kept : fresh),
    close: async (): Promise<void> => void (await Promise.all([kept.destroy(), fresh.destroy()])),
    /** Runs the work when there is a connection for it. What waits too long is refused then, and never starts. */
    async inTurn<T>(work: () => Promise<T>): Promise<T> {
      const late = Promise.withResolvers<never>()
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        late.reject(new QueuedTooLong())
      }, LONGEST_QUEUE_MS)
      const result = shield.execute(() => {
        if (isLate) throw new QueuedTooLong()
        clearTimeout(timer)
        return work()
      })
      return Promise.race([result, late.promise]).finally(() => clearTimeout(timer))
    },
  }
}

/** @param baseUrl the service's address; a path in it comes before every call's path */
export function createUpstream(baseUrl: string, limits: Limits) {
  const { origin, pathname } = new URL(baseUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const breaker = breakerOf(limits.breakerOpenMs)
  const forCalls = createConnections(origin, calls, breaker, limits)
  const forFiles = createConnections(origin, files, breaker, limits)
  const budget = createRetryBudget()

  const optionsOf = ({ method, path, headers, body, headersTimeout }: OutboundRequest): Dispatcher.DispatchOptions => ({
    method,
    path: `${prefix}${path}`,
    headers: { ...headers },
    body,
    headersTimeout,
  })

  /** @param leave leaves an answer unread, because the call is made once more */
  async function callAgainIfUseful<T extends AnswerHead>(
    { repeatable, signal }: OutboundRequest,
    call: () => Promise<T>,
    leave: (answer: T) => void = () => undefined,
  ): Promise<T> {
    budget.earn()
    if (!repeatable) return call()
    try {
      const answer = await call()
      const retryAfterS = retryAfterOf(answer)
      if (!AGAIN.includes(answer.statusCode) || retryAfterS > LONGEST_RETRY_AFTER_S || !budget.spend()) return answer
      leave(answer)
      await pause({ retryAfterS }, signal)
    } catch (error) {
      if (!isRepeatable(error) || signal.aborted || !budget.spend()) throw error
      await pause(undefined, signal)
    }
    return call()
  }

  return {
    /**
     * Sends the request and reads its answer of at most `maxBytes`.
     *
     * @throws the cause of the failure; `failureOf` translates it
     */
    async send(request: OutboundRequest, maxBytes: number): Promise<UpstreamAnswer> {
      const { signal } = request
      const call = () => requestWhole(forCalls.poolFor(request), optionsOf(request), { signal, maxBytes })
      const result = await forCalls.inTurn(async () => {
        const value = answerOf(await callAgainIfUseful(request, call))
        return value.status >= 500 ? new ServerFailure(value) : { value }
      })
      return result.value
    },
    /**
     * Sends the request for a file and resolves with the head of the answer. The connection counts as taken until the
     * body has ended, so its receiver must read or destroy it.
     *
     * @throws the cause of the failure; `failureOf` translates it
     */
    sendForFile: (request: OutboundRequest): Promise<UpstreamResponse> =>
      new Promise((resolve, reject) => {
        const { signal } = request
        const call = () => forFiles.poolFor(request).request({ ...optionsOf(request), signal })
        const work = async () => {
          const response = await callAgainIfUseful(request, call, ({ body }) => drop(body))
          resolve(response)
          await finished(response.body).catch(() => undefined)
          return response.statusCode >= 500 ? new ServerFailure(undefined) : undefined
        }
        forFiles.inTurn(work).catch(reject)
      }),
    /** Hears with true when calls are no longer made because too many have failed, and with false when they are again. */
    onPaused: pausesOf(breaker),
    close: async (): Promise<void> => void (await Promise.all([forCalls.close(), forFiles.close()])),
  }
}
