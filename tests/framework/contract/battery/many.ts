import { expect, it } from 'vitest'
import type { Drift } from '../../../../dataProvider/types.ts'
import { MOST_IDS } from '../../../../language/simpleRest.ts'
import { sampleIds } from '../callOperation.ts'
import { fixtureOf, listBody, numbered, withValueAt } from '../fixtures.ts'
import { json } from '../gatewayStub.ts'
import type { Context } from './context.ts'

/** How records are read by their ids: all in one call, whatever else the service answers. */
export function manyReading({ operation, gateway, newProvider }: Context): void {
  const { definition, resource } = operation
  const { record } = fixtureOf(definition)
  const ids = sampleIds(definition)
  const sent = (count: number) => Array.from({ length: count }, (_, index) => record(numbered(definition, index + 1)))

  it('gives the records of the ids, each read once, in one call', async () => {
    gateway.answers(() => json(listBody(operation, { records: sent(2) })))
    const { data } = await newProvider().getMany(resource, { ids: [...ids, ...ids.map(String)] })
    expect(data.map(({ id }) => id)).toEqual(ids)
    expect(gateway.calls).toHaveLength(1)
    const said = gateway.calls.map(({ url, text }) => decodeURIComponent(url.search) + text)
    expect(said[0]).toContain(JSON.stringify(ids))
  })

  it('leaves out what the service does not have, and ids that no record can have', async () => {
    gateway.answers(() => json(listBody(operation, { records: sent(1) })))
    const { data } = await newProvider().getMany(resource, { ids: [...ids, '../1', 'no id'.repeat(40)] })
    expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 1))
    expect((await newProvider().getMany(resource, { ids: ['../1'] })).data).toEqual([])
    expect(gateway.calls).toHaveLength(1)
  })

  it('drops and counts a record without its id', async () => {
    const drift: Drift[] = []
    const [field = 'id'] = Object.keys(numbered(definition, 1))
    gateway.answers(() => json(listBody(operation, { records: [{ ...record(), [field]: null }, ...sent(1)] })))
    const { data } = await newProvider((report) => drift.push(report)).getMany(resource, { ids })
    expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 1))
    expect(drift).toHaveLength(1)
  })

  it('asks again for more ids than one call takes', async () => {
    const many = Array.from({ length: MOST_IDS + 1 }, (_, index) => numbered(definition, index + 1))
    const asked = many.map((fields) => record(fields)['id'] as string | number)
    gateway.answers(() => json(listBody(operation, { records: [] })))
    await newProvider().getMany(resource, { ids: asked })
    expect(gateway.calls).toHaveLength(2)
  })

  it('is nothing where the records are no list', async () => {
    gateway.answers(() => json(withValueAt({}, operation.response.items ?? '', {})))
    await expect(newProvider().getMany(resource, { ids })).rejects.toMatchObject({
      status: 502,
      body: { code: 'UNEXPECTED_ANSWER' },
    })
  })
}
