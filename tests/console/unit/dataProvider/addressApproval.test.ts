import { describe, expect, it } from 'vitest'
import { answer, bench } from './support.ts'

const run = {
  steps: [
    { sketchId: 'case-1', name: 'check', state: 'done', at: '2026-03-04T18:22:10.000Z' },
    { sketchId: 'case-1', name: 'validate', state: 'failed', message: 'SUSPECT' },
    { sketchId: 'case-1', name: 'upload', state: 'open' },
  ],
  done: false,
} as const

describe('a step of an automatic address approval', () => {
  it('is asked for with the id of the account alone, and answers how far it has come', async () => {
    const { provider, calls } = bench(() => answer(run))
    expect(await provider.approveAddress('accounts', { id: 4107 })).toEqual({ data: { ok: true, run } })
    expect(calls.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ['POST', '/console/address-approval', '{"id":4107}'],
    ])
  })

  it.each([
    [{}],
    [{ ...run, done: 'yes' }],
    [{ steps: {}, done: true }],
    [{ steps: [{ sketchId: 'case-1', name: 'dance', state: 'done' }], done: false }],
    [{ steps: [{ sketchId: 'case-1', name: 'check', state: 'maybe' }], done: false }],
    [{ steps: [null], done: false }],
  ])('is no success with the answer %j', async (body) => {
    const { provider } = bench(() => answer(body))
    await expect(provider.approveAddress('accounts', { id: 4107 })).rejects.toMatchObject({
      body: { code: 'UNEXPECTED_ANSWER' },
    })
  })

  it.each([403, 409, 429, 503, 504])('is asked for once, also when it fails with %i', async (status) => {
    const { provider, calls } = bench(() => answer({ code: 'CODE', message: 'A reason' }, { status }))
    await expect(provider.approveAddress('accounts', { id: 4107 })).rejects.toMatchObject({ status })
    expect(calls).toHaveLength(1)
  })

  it('is looked back at without taking one', async () => {
    const { provider, calls } = bench(() => answer(run))
    expect(await provider.earlierApproval('accounts', { id: 4107 })).toEqual({ data: { ok: true, run } })
    expect(calls.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ['GET', '/console/address-approval/4107', undefined],
    ])
  })

  it('that breaks off says that it may have been taken', async () => {
    const { provider } = bench(() => Promise.reject(new TypeError('reset')))
    await expect(provider.approveAddress('accounts', { id: 4107 })).rejects.toMatchObject({
      message: expect.stringContaining('not known whether this was done') as string,
    })
  })
})
