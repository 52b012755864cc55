import { describe, expect, it } from 'vitest'
import { createDataProvider } from '../../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../../dataProvider/validators/compileValidators.ts'
import { createValidatorLoader } from '../../../../dataProvider/validators/createValidatorLoader.ts'
import type { ValidatorParts } from '../../../../dataProvider/validators/types.ts'
import { definitions } from '../../../../schemas/index.ts'
import { buildTicker } from '../../support/fixtures/treasury.ts'
import { answer } from './support.ts'

const validators = compileValidators(definitions)

const record = { ...buildTicker(), id: 1 }

/** What a browser says of a chunk that an older version of the console asks for. */
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** A provider whose validators come in parts; `fetchPart` may hold them back or refuse them. */
function loaderBench(fetchPart: (name: string) => Promise<unknown> = async () => null) {
  const fetched: string[] = []
  const calls: string[] = []
  const names = ['treasury-list', 'treasury-record', 'accounts-list', 'accounts-record', 'cash-list']
  const parts: ValidatorParts = Object.fromEntries(
    names.map((name) => [
      name,
      async () => {
        fetched.push(name)
        await fetchPart(name)
        return { validators }
      },
    ]),
  )
  const loader = createValidatorLoader(parts)
  const provider = createDataProvider({
    definitions,
    validators: loader.find,
    fetch: async (_input, init) => {
      calls.push(new Headers(init?.headers).get('X-Operation') ?? '')
      return answer(calls.at(-1) === 'treasury.list' ? [buildTicker()] : {})
    },
  })
  return { provider, loader, fetched, calls, names }
}

const approve = { name: 'approve', record }

describe('validators that come in parts', () => {
  it('are fetched when they are first needed, and once', async () => {
    const { provider, fetched } = loaderBench()
    expect(fetched).toEqual([])
    await Promise.all([provider.getList('treasury', {}), provider.getList('treasury', { meta: { fresh: true } })])
    expect(fetched).toEqual(['treasury-list'])
    await provider.action('treasury', approve)
    await provider.action('treasury', approve)
    expect(fetched).toEqual(['treasury-list', 'treasury-record'])
  })

  it('are there already when they were fetched ahead', async () => {
    const { provider, loader, fetched, calls } = loaderBench()
    await loader.preload('treasury-record')
    expect(fetched).toEqual(['treasury-record'])
    await provider.action('treasury', approve)
    expect(fetched).toEqual(['treasury-record'])
    expect(calls).toEqual(['treasury.approve'])
  })

  it('are fetched ahead in full, a few at a time', async () => {
    const held: (() => void)[] = []
    const { loader, fetched, names } = loaderBench(() => new Promise((resolve) => held.push(() => resolve(null))))
    const all = loader.preloadAll()
    await expect.poll(() => held.length).toBe(3)
    expect(fetched).toEqual(names.slice(0, 3))
    for (const release of held.splice(0)) release()
    await expect.poll(() => held.length).toBe(2)
    for (const release of held.splice(0)) release()
    await all
    expect(fetched).toEqual(names)
  })

  it('may be loaded ahead for a page that has none', async () => {
    const { loader, fetched } = loaderBench()
    await loader.preload('changeEmail-list')
    await loader.preload('toString')
    expect(fetched).toEqual([])
  })

  it('let nothing be sent when they do not come, and say so', async () => {
    const { provider, calls } = loaderBench(gone)
    const lost = { name: 'HttpError', status: 0, body: { code: 'NOT_LOADED' } }
    await expect(provider.getList('treasury', {})).rejects.toMatchObject(lost)
    await expect(provider.getOne('accounts', { id: 1 })).rejects.toMatchObject(lost)
    await expect(provider.action('treasury', approve)).rejects.toMatchObject(lost)
    await expect(provider.action('treasury', approve)).rejects.toThrow('nothing was sent')
    expect(calls).toEqual([])
  })

  it('are asked for again after they did not come', async () => {
    let isOnline = false
    const { provider, loader, fetched } = loaderBench(() => (isOnline ? Promise.resolve() : gone()))
    await expect(loader.preload('treasury-list')).rejects.toMatchObject({ body: { code: 'NOT_LOADED' } })
    isOnline = true
    expect((await provider.getList('treasury', {})).data).toHaveLength(1)
    expect(fetched).toEqual(['treasury-list', 'treasury-list'])
  })

  it('send nothing for someone who left while they came', async () => {
    const { promise, resolve } = Promise.withResolvers<null>()
    const { provider, fetched, calls } = loaderBench(() => promise)
    const leaving = new AbortController()
    const left = provider.getList('accounts', { signal: leaving.signal })
    await expect.poll(() => fetched).toEqual(['accounts-list'])
    leaving.abort()
    resolve(null)
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls).toEqual([])
  })

  it('that were built from other definitions are missed by name', async () => {
    const { provider } = loaderBench()
    await expect(provider.getList('trades', {})).rejects.toThrow('no validators for trades.list')
  })
})
