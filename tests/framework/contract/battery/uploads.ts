import { expect, it } from 'vitest'
import { goodAnswer, sampleCall, sampleFile, sampleRecordOf } from '../callOperation.ts'
import { json } from '../gatewayStub.ts'
import { ANOTHER_KEY, needsFields } from './actions.ts'
import { KEY } from './context.ts'
import type { Context } from './context.ts'

/** What an upload gives back: the service's own answer, and never a success that is none. */
export function uploadResult({ operation, gateway, newProvider }: Context): void {
  const { resource, definition } = operation
  const name = operation.id.slice(resource.length + 1)
  const params = { name, record: sampleRecordOf(definition), ...sampleCall(operation), files: [sampleFile(operation)] }

  it('says ok with the answer in its own shape', async () => {
    const answer: unknown = await goodAnswer(operation).json()
    gateway.answers(() => json(answer))
    expect(await newProvider().upload(resource, params)).toMatchObject({ data: { ok: true, answer } })
  })

  it.each([
    ['nothing', () => new Response(null, { status: 204 })],
    ['null', () => json(null)],
    ['a text', () => json('Stored')],
    ['a list', () => json(['Stored'])],
  ])('takes %s for a success only where the answer need not name what was stored', async (_what, answer) => {
    gateway.answers(answer)
    const call = newProvider().upload(resource, params)
    if (operation.response.reference === undefined) expect(await call).toMatchObject({ data: { ok: true } })
    else await expect(call).rejects.toMatchObject({ status: 502, body: { code: 'UNEXPECTED_ANSWER' } })
  })

  it('sends the key it is given, and otherwise one of its own', async () => {
    gateway.answers(() => goodAnswer(operation))
    const provider = newProvider()
    await provider.upload(resource, { ...params, idempotencyKey: ANOTHER_KEY })
    await provider.upload(resource, params)
    expect(gateway.calls.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([ANOTHER_KEY, KEY])
  })

  const needing = needsFields(operation) ? [operation.id] : []
  it.each(needing)('%s refuses a record without the fields it needs, before anything is called', async () => {
    gateway.answers(() => goodAnswer(operation))
    const call = newProvider().upload(resource, { ...params, record: { id: 'x' } })
    await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
    expect(gateway.calls).toHaveLength(0)
  })
}
