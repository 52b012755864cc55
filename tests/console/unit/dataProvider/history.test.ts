import { describe, expect, it } from 'vitest'
import { createDataProvider } from '../../../../dataProvider/createDataProvider.ts'
import { definitions } from '../../../../schemas/index.ts'

const event = (seq: number, change: Record<string, unknown> = {}) => ({
  seq,
  at: '2026-03-06T15:00:00.000Z',
  actor: 'ada@countersign.test',
  actorType: 'human',
  operation: 'accounts.resubmit',
  label: 'Submit',
  target: 'id=4108',
  reason: '',
  evidence: null,
  outcome: 'done',
  reference: '',
  ...change,
})

const providerOver = (answers: readonly unknown[]) => {
  const urls: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    urls.push(typeof input === 'string' ? input : 'not a text')
    return Response.json(answers[urls.length - 1] ?? { events: [], next: 1 })
  }
  return {
    urls,
    provider: createDataProvider({ definitions, validators: {}, fetch }),
  }
}

describe('the history of a record', () => {
  it('is read page by page to its end', async () => {
    const { urls, provider } = providerOver([
      { events: [event(9, { isView: true }), event(8)], next: 8 },
      { events: [event(3, { outcome: 'failed', failure: 'The service failed.' })], next: null },
    ])
    const { data } = await provider.history('accounts', { id: 4108 })
    expect(data).toEqual({
      ok: true,
      events: [event(9, { isView: true }), event(8), event(3, { outcome: 'failed', failure: 'The service failed.' })],
    })
    expect(urls).toEqual([
      '/console/history?resource=accounts&id=4108',
      '/console/history?resource=accounts&id=4108&before=8',
    ])
  })

  it.each([
    ['no events', { next: null }],
    ['no next', { events: [] }],
    ['an event without a target', { events: [event(1, { target: undefined })], next: null }],
    ['an outcome that nobody knows', { events: [event(1, { outcome: 'maybe' })], next: null }],
    [
      'evidence of another form',
      { events: [event(1, { evidence: { reliedOn: [{}], acknowledged: [] } })], next: null },
    ],
    ['no word of evidence', { events: [event(1, { evidence: undefined })], next: null }],
    ['text', 'nothing'],
  ])('is never made of an answer with %s', async (_title, answer) => {
    const { provider } = providerOver([answer])
    await expect(provider.history('accounts', { id: 4108 })).rejects.toMatchObject({ status: 502 })
  })

  it('is not passed off as whole where it has no end', async () => {
    const { urls, provider } = providerOver([])
    await expect(provider.history('accounts', { id: 4108 })).rejects.toMatchObject({ status: 502 })
    expect(urls).toHaveLength(100)
  })
})
