import { expect, it } from 'vitest'
import { HttpError } from '../../../../dataProvider/HttpError.ts'
import { callOperation, goodAnswer } from '../callOperation.ts'
import { failure, html, json } from '../gatewayStub.ts'
import type { Answer } from '../gatewayStub.ts'
import type { Context } from './context.ts'

const failures: readonly (readonly [number, string])[] = [
  [400, 'BAD_REQUEST'],
  [401, 'SESSION_OVER'],
  [403, 'FORBIDDEN'],
  [403, 'UPSTREAM_FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'IN_FLIGHT'],
  [422, 'UPSTREAM_REFUSED'],
  [429, 'RATE_LIMITED'],
  [502, 'UPSTREAM_FAILED'],
  [503, 'UPSTREAM_UNAVAILABLE'],
  [504, 'OUTCOME_UNKNOWN'],
]

/** Places where a server's message may sit, each with one that must lose against it (X6). */
const messages: readonly unknown[] = [
  { errors: [{ message: 'Wanted' }], message: 'Other' },
  { errors: ['Wanted'], message: 'Other' },
  { message: 'Wanted', error: 'Other' },
  { error: { message: 'Wanted' }, detail: 'Other' },
  { error: 'Wanted', detail: 'Other' },
  { detail: 'Wanted', result: 'Other' },
  { result: 'Wanted' },
]

async function rejectionOf({ operation, gateway, newProvider }: Context, answer: Answer): Promise<HttpError> {
  gateway.answers(answer)
  const outcome: unknown = await callOperation(newProvider(), operation).then(
    (value) => ({ resolvedWith: value }),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(HttpError)
  return outcome as HttpError
}

/** Every way in which a call can fail rejects with one kind of error, and none of them looks like a success. */
export function failing(context: Context): void {
  const { operation, gateway, newProvider } = context

  it.each(failures)('rejects with the status and code of %i %s', async (status, code) => {
    const error = await rejectionOf(context, () => failure(status, code, 'A reason'))
    expect(error).toMatchObject({ name: 'HttpError', status, message: 'A reason' })
    expect(error.body).toEqual({ code, message: 'A reason', requestId: 'req-1' })
  })

  it('passes on that a message is the default one of its code', async () => {
    const refused = { code: 'UPSTREAM_REFUSED', message: 'Refused.', isDefaultMessage: true, requestId: 'req-1' }
    expect((await rejectionOf(context, () => json(refused, 422))).body).toEqual(refused)
  })

  it.each(messages)('takes the message from %j', async (body) => {
    const error = await rejectionOf(context, () => json(body, 422))
    expect(error).toMatchObject({ status: 422, message: 'Wanted' })
  })

  const isChange = operation.effect === 'mutate'

  it.each([
    [502, 'a page of HTML', () => html(502)],
    [500, 'an empty body', () => new Response(null, { status: 500 })],
    [504, 'JSON that is not the gateway’s own', () => json({ message: 'Gateway Timeout' }, 504)],
  ])('knows what became of no change that fails with %i and %s', async (status, _what, answer) => {
    const error = await rejectionOf(context, answer)
    if (isChange) {
      expect(error).toMatchObject({ status: 0, body: { code: 'NETWORK' } })
      expect(error.message).toBe(
        `Something between the browser and the console answered in its place (HTTP ${status}). It is not known whether this was done.`,
      )
    } else expect(error.message).toMatch(/^something went wrong$|^Gateway Timeout$/)
  })

  it.each([413, 418, 429])(
    'says that a change was refused before the gateway where %i is all that is said',
    async (status) => {
      const wait = status === 429 ? ' Wait 1 minute, then try again.' : ''
      const refused = `Refused before it reached the gateway (HTTP ${status}). Nothing was changed.${wait}`
      const unread = status === 429 ? `Too many requests.${wait}` : 'something went wrong'
      for (const answer of [() => html(status), () => json({ message: ' ' }, status)])
        expect(await rejectionOf(context, answer)).toMatchObject({
          status,
          message: isChange ? refused : unread,
          body: { code: `HTTP_${status}` },
        })
    },
  )

  it.each([
    [{ name: 'you', at: '2026-11-23T20:31:00Z', action: 'Delete' }],
    [{ name: 'Bea Quill', at: '2026-11-23T20:31:00Z', action: 'Mend', isSuperseded: true }],
    [null],
  ])('passes on who changed the record: %j', async (changed) => {
    const refused = { code: 'RECORD_CHANGED', message: 'It changed.', changed }
    expect(await rejectionOf(context, () => json(refused, 409))).toMatchObject({ body: { changed } })
  })

  it('says how long to wait where a proxy does', async () => {
    const busy = () => new Response('<html></html>', { status: 429, headers: { 'Retry-After': '20' } })
    const { message } = await rejectionOf(context, busy)
    expect(message).toMatch(
      isChange
        ? /Nothing was changed\. Wait 20 seconds, then try again\.$/
        : /^Too many requests\. Wait 20 seconds, then try again\.$/,
    )
  })

  it('rejects a page of HTML and an empty body, although their status says success', async () => {
    for (const answer of [() => html(200), () => new Response('', { status: 200 })]) {
      expect(await rejectionOf(context, answer)).toMatchObject({ status: 502, body: { code: 'UNEXPECTED_ANSWER' } })
    }
  })

  it.each([
    { status: 500, message: 'Refused' },
    { status: 401, message: 'Refused' },
    { success: false, message: 'Refused' },
  ])('treats a success whose body says %j as a failure, and never as the end of the session', async (body) => {
    const error = await rejectionOf(context, () => json(body))
    expect(error).toMatchObject({ status: 422, message: 'Refused', body: { code: 'UPSTREAM_REFUSED' } })
  })

  it('has the default message where a success says that it failed, and not why', async () => {
    const { body } = await rejectionOf(context, () => json({ success: false }))
    expect(body).toEqual({ code: 'UPSTREAM_REFUSED', message: 'something went wrong', isDefaultMessage: true })
  })

  it('says that the connection broke', async () => {
    const error = await rejectionOf(context, () => Response.error())
    expect(error).toMatchObject({ status: 0, body: { code: 'NETWORK' } })
    if (isChange) expect(error.message).toContain('It is not known whether this was done')
  })

  it('stops when it is cancelled, and stays a cancellation', async () => {
    const reached = Promise.withResolvers<undefined>()
    const held = Promise.withResolvers<undefined>()
    gateway.answers(async () => {
      reached.resolve(undefined)
      await held.promise
      return goodAnswer(operation)
    })
    const controller = new AbortController()
    const call = callOperation(newProvider(), operation, { signal: controller.signal })
    // A call that never leaves fails here at once, and not by a time-out.
    await Promise.race([reached.promise, call])
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    held.resolve(undefined)
  })

  it('calls nothing when it is cancelled before', async () => {
    gateway.answers(() => goodAnswer(operation))
    const call = callOperation(newProvider(), operation, { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(gateway.calls).toHaveLength(0)
  })
}
