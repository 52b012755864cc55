import { describe, expect, it } from 'vitest'
import type { Drift } from '../../../../dataProvider/types.ts'
import { stepsOf } from '../../../../language/pointer.ts'
import { responseSchema } from '../../../../language/operationSchemas.ts'
import { fixtureOf } from '../fixtures.ts'
import { sampleRecord, wrongFor } from '../sample.ts'
import { sampleRecordOf } from '../callOperation.ts'
import type { Json } from '../fixtureTypes.ts'
import { json } from '../gatewayStub.ts'
import type { Context } from './context.ts'
import { placed, placesIn, unreadable } from './places.ts'

/** How more is read about one record: in the answer's own shape, each broken place by itself. */
export function furtherReading({ operation, gateway, newProvider }: Context): void {
  const { resource, definition } = operation
  const name = operation.id.slice(resource.length + 1)
  const record = sampleRecordOf(definition)
  const schema = responseSchema(operation)
  const document = fixtureOf(definition).reads?.[name] ?? {}
  const reading = (body: unknown, onDrift?: (drift: Drift) => void) => {
    gateway.answers(() => json(body))
    return newProvider(onDrift).read(resource, { name, record })
  }

  it('gives the answer as it was sent, and no id that it does not have', async () => {
    expect(await reading(document)).toEqual({ data: document, meta: { unreadable: 0 } })
  })

  it('is what it is where there is nothing', async () => {
    const empty = Object.fromEntries(Object.keys(sampleRecord(schema.properties)).map((field) => [field, null]))
    for (const body of [{}, empty]) expect(await reading(body)).toEqual({ data: body, meta: { unreadable: 0 } })
  })

  it('says nothing of a field that it does not know', async () => {
    const { meta } = await reading({ ...document, brand_new_field: 1 })
    expect(meta.unreadable).toBe(0)
  })

  it('rejects an answer that is no object', async () => {
    for (const body of [[], null, 'text', 7]) {
      await expect(reading(body)).rejects.toMatchObject({ status: 502, body: { code: 'UNEXPECTED_ANSWER' } })
    }
  })

  it('refuses a record without the fields it needs, before anything is called', async () => {
    gateway.answers(() => json(document))
    const call = newProvider().read(resource, { name, record: { id: '' } })
    await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
    expect(gateway.calls).toHaveLength(0)
  })

  describe('drift', () => {
    for (const [pointer, part] of placesIn(schema, document, '')) {
      const wrong = wrongFor(part)
      if (wrong === undefined) continue
      it(`empties ${pointer} where it has the wrong type, and tells where without telling what`, async () => {
        const seen: Drift[] = []
        const { data, meta } = await reading(placed(document, stepsOf(pointer), wrong), (drift) => seen.push(drift))
        expect(data).toEqual({ ...(placed(document, stepsOf(pointer), null) as Json), ...unreadable(pointer) })
        expect(meta.unreadable).toBe(1)
        expect(seen).toEqual([{ operation: operation.id, pointer, keyword: 'type' }])
      })
    }
  })
}
