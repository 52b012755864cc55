import { describe, expect, it } from 'vitest'
import type { Drift } from '../../../../dataProvider/types.ts'
import { stepsOf } from '../../../../language/pointer.ts'
import { fixtureOf } from '../../support/fixtures/index.ts'
import { wrongFor } from '../../support/fixtures/sample.ts'
import type { Json } from '../../support/fixtures/types.ts'
import { json } from '../gatewayStub.ts'
import { newProvider } from './context.ts'
import type { Context } from './context.ts'
import { placed, placesIn } from './places.ts'

const malformedIds = ['..%2f', '../users', '12abc', '1e3', '-1', '1.5', '', ' ', '9'.repeat(10_000), 'a/b', '１２']

/** How one record is read: by an id of the right form only, as it was sent, each broken place by itself. */
export function detailReading({ operation, gateway }: Context): void {
  const { resource, definition } = operation
  const fixture = fixtureOf(definition)
  const document = fixture.detail?.(4107) ?? fixture.record({ id: 4107 })
  const required = definition.detail?.schema.required ?? []

  it('gives the answer as it was sent, masked values included, with the id asked for', async () => {
    gateway.answers(() => json(document))
    const { data, meta } = await newProvider().getOne(resource, { id: '4107' })
    expect(data).toEqual({ ...document, id: 4107 })
    expect(meta.unreadable).toBe(0)
  })

  it.each(malformedIds)('refuses the id %#, before anything is called', async (id) => {
    gateway.answers(() => json(document))
    const call = newProvider().getOne(resource, { id })
    await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_ID' } })
    expect(gateway.calls).toHaveLength(0)
  })

  it('rejects an answer without the part that makes it one', async () => {
    const without = required.map((name) => placed(document, [name], null))
    for (const body of [[], null, 'text', ...without]) {
      gateway.answers(() => json(body))
      const call = newProvider().getOne(resource, { id: 4107 })
      await expect(call).rejects.toMatchObject({ status: 502, body: { code: 'UNEXPECTED_ANSWER' } })
    }
  })

  describe('drift', () => {
    for (const [pointer, schema] of placesIn(definition.detail?.schema ?? definition.record, document, '')) {
      const steps = stepsOf(pointer)
      const wrong = wrongFor(schema)
      if (wrong === undefined || (steps.length === 1 && required.includes(steps[0] ?? ''))) continue
      it(`empties ${pointer} where it has the wrong type`, async () => {
        const seen: Drift[] = []
        gateway.answers(() => json(placed(document, steps, wrong)))
        const { data, meta } = await newProvider((report) => seen.push(report)).getOne(resource, { id: 4107 })
        expect(data).toEqual({ ...(placed(document, steps, null) as Json), id: 4107 })
        expect(meta.unreadable).toBe(1)
        expect(seen).toEqual([{ operation: operation.id, pointer, keyword: 'type' }])
      })
    }
  })
}
