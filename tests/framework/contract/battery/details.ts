import { describe, expect, it } from 'vitest'
import type { Drift } from '../../../../dataProvider/types.ts'
import { stepsOf } from '../../../../language/pointer.ts'
import type { ConsoleRecord } from '../../../../dataProvider/types.ts'
import { detailBody, fixtureOf, numbered, sentRecord } from '../fixtures.ts'
import { wrongFor } from '../sample.ts'
import type { Json } from '../fixtureTypes.ts'
import { json } from '../gatewayStub.ts'
import type { Context } from './context.ts'
import { placed, placesIn, unreadable } from './places.ts'

const malformedIds = ['..%2f', '../users', '', ' ', '9'.repeat(10_000), 'a/b', '１２', '..']
const noNumbers = ['12abc', '1e3', '-1', '1.5']

/** How one record is read: by an id of the right form only, as it was sent, each broken place by itself. */
export function detailReading({ operation, gateway, newProvider }: Context): void {
  const { resource, definition } = operation
  const fixture = fixtureOf(definition)
  const row = fixture.record(numbered(definition, 4107)) as ConsoleRecord
  const { id } = row
  const document = fixture.detail?.(id) ?? row
  const answer = (detail: unknown) => () => json(detailBody(operation, detail))
  /** The record as it is given: with what the service sends at other places. */
  const given = (detail: unknown) => ({
    ...(definition.detail === null ? (sentRecord(definition, detail) as Json) : {}),
    ...(detail as Json),
    id,
  })
  const required = definition.detail?.schema.required ?? []
  const isIdentifying = (field: string | undefined): boolean =>
    definition.detail === null && (field === 'id' || definition.idFields.some((own) => own === field))
  const isNumbered = typeof id === 'number'

  it('gives the answer as it was sent, masked values included, with the id asked for', async () => {
    gateway.answers(answer(document))
    const { data, meta } = await newProvider().getOne(resource, { id: String(id) })
    expect(data).toEqual(given(document))
    expect(meta.unreadable).toBe(0)
  })

  it.each(isNumbered ? [...malformedIds, ...noNumbers] : malformedIds)(
    'refuses the id %#, before anything is called',
    async (wrong) => {
      gateway.answers(answer(document))
      const call = newProvider().getOne(resource, { id: wrong })
      await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_ID' } })
      expect(gateway.calls).toHaveLength(0)
    },
  )

  it('rejects an answer without the part that makes it one', async () => {
    const without = required.map((name) => placed(document, [name], null))
    for (const body of [[], null, 'text', ...without]) {
      gateway.answers(answer(body))
      const call = newProvider().getOne(resource, { id })
      await expect(call).rejects.toMatchObject({ status: 502, body: { code: 'UNEXPECTED_ANSWER' } })
    }
  })

  describe('drift', () => {
    for (const [pointer, schema] of placesIn(definition.detail?.schema ?? definition.record, document, '')) {
      const steps = stepsOf(pointer)
      const wrong = wrongFor(schema)
      if (wrong === undefined || isIdentifying(steps[0]) || (steps.length === 1 && required.includes(steps[0] ?? '')))
        continue
      it(`empties ${pointer} where it has the wrong type`, async () => {
        const seen: Drift[] = []
        gateway.answers(answer(placed(document, steps, wrong)))
        const { data, meta } = await newProvider((report) => seen.push(report)).getOne(resource, { id })
        expect(data).toEqual({
          ...given(placed(document, steps, wrong)),
          ...(placed(document, steps, null) as Json),
          ...unreadable(pointer),
          id,
        })
        expect(meta.unreadable).toBe(1)
        expect(seen).toEqual([{ operation: operation.id, pointer, keyword: 'type' }])
      })
    }
  })
}
