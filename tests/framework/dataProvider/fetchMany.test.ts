import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { model } from '../../../examples/cookbook/index.ts'

const { definitions } = model
const validators = compileValidators(definitions)
const ids = Array.from({ length: 20 }, (_, index) => index + 1)

let running: number
let most: number
let asked: number[]
beforeEach(() => {
  running = 0
  most = 0
  asked = []
})

/** Reads invoices, which the service gives one by one, over a gateway that answers so. */
async function read(answerFor: (id: number) => Response) {
  const fetch = async (input: RequestInfo | URL) => {
    const id = Number((input instanceof Request ? input.url : String(input)).split('/').at(-1))
    asked.push(id)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running -= 1
    return answerFor(id)
  }
  return createDataProvider({ definitions, validators, fetch }).getMany('invoices', { ids: [...ids, '3', 'none'] })
}

const invoice = (id: number) =>
  Response.json({ data: { invoice: { id, number: `N${id}`, state: 'DUE', amount: 1250 } } })
const failed = (status: number) => Response.json({ code: 'X', message: 'No.' }, { status })

describe('records without a call for several', () => {
  it('are read one by one, a few at a time, each once, by the fields of their list', async () => {
    const { data } = await read(invoice)
    expect(data.toSorted((one, other) => Number(one.id) - Number(other.id)).map(({ id }) => id)).toEqual(ids)
    expect(data.find(({ id }) => id === 7)).toMatchObject({ id: 7, state: 'DUE', amount: '12.50' })
    expect(asked).toHaveLength(20)
    expect(most).toBe(6)
  })

  it('are left out where one cannot be read', async () => {
    const { data } = await read((id) => (id === 3 ? failed(404) : id === 4 ? failed(502) : invoice(id)))
    expect(data).toHaveLength(18)
  })

  it('fail when none can be read', async () => {
    await expect(read(() => failed(502))).rejects.toMatchObject({ status: 502 })
    expect(asked).toHaveLength(20)
  })

  it.each([401, 403])('are not asked for again after the first %i', async (status) => {
    await expect(read(() => failed(status))).rejects.toMatchObject({ status })
    expect(asked.length).toBeLessThanOrEqual(6)
  })
})

it('refuses a list without parameters, as code without types may ask for it', async () => {
  const { getList } = createDataProvider({ definitions, validators, fetch: () => Promise.reject(new Error('sent')) })
  await expect(Reflect.apply(getList, undefined, ['invoices'])).rejects.toThrow('Payload Missing')
})

describe('a read that the gateway has no room for', () => {
  const full = (wait: number | string) =>
    Response.json(
      { code: 'RATE_LIMITED', message: 'Too many requests.' },
      { status: 429, headers: { 'Retry-After': `${wait}` } },
    )
  const readAfter = async (...answers: readonly Response[]) => {
    const waiting = [...answers]
    const fetch = vi.fn(async () => waiting.shift() ?? invoice(7))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const asked = createDataProvider({ definitions, validators, fetch }).getOne('invoices', { id: 7 })
    const outcome = asked.then(
      ({ data }) => data.id,
      ({ status }: { readonly status: number }) => status,
    )
    await vi.advanceTimersByTimeAsync(3000)
    return [await outcome, fetch.mock.calls.length]
  }
  afterEach(() => void vi.useRealTimers())

  it('is made once more, after the time that it says', async () => {
    expect(await readAfter(full(2))).toEqual([7, 2])
    expect(await readAfter(full(1), full(1))).toEqual([429, 2])
    expect(await readAfter(full(0))).toEqual([7, 2])
    expect(await readAfter(full(new Date(Date.now() + 2000).toUTCString()))).toEqual([7, 2])
  })

  it('fails at once where that would take long', async () => {
    expect(await readAfter(full(600))).toEqual([429, 1])
    expect(await readAfter(full(new Date(Date.now() + 600_000).toUTCString()))).toEqual([429, 1])
    expect(await readAfter(full('soon'))).toEqual([429, 1])
  })
})
