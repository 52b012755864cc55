import type { RaRecord } from 'ra-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { withVerbs } from '../../../src/reactAdmin/withVerbs.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { providerOver } from '../gateway/providerOver.ts'
import { startGateway } from '../gateway/startGateway.ts'
import { bookService, model } from './changingConsole.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>
let provider: ReturnType<typeof withVerbs>
let changed: string[] = []

beforeAll(async () => {
  gateway = await startGateway(model)
  const { definitions } = model
  provider = withVerbs({
    provider: providerOver(gateway, model),
    definitions,
    onChange: (names) => changed.push(...names),
  })
})
beforeEach(() => {
  changed = []
  gateway.upstream.script(bookService().script)
})
afterEach(() => gateway.upstream.reset())
afterAll(() => gateway.close())

const sent = () =>
  gateway.upstream.seen
    .filter(({ method }) => method !== 'GET')
    .map(
      ({ method, target, body }) =>
        [`${method} ${target}`, body === '' ? undefined : (JSON.parse(body) as unknown)] as const,
    )
const seen = async (): Promise<RaRecord> => (await provider.getOne<RaRecord>('books', { id: 7 })).data

it('is nothing that the check refuses', () => {
  expect(checkModel(model).filter(({ severity }) => severity === 'error')).toEqual([])
})

describe('update', () => {
  it('sends what was changed, and answers with the record as the service has it then', async () => {
    const previousData = await seen()
    const data = { ...previousData, title: ' Splices ' }
    const answer = await provider.update<RaRecord>('books', { id: 7, data, previousData })
    expect(sent()).toEqual([['PATCH /books/7', { print: { title: 'Splices' } }]])
    expect(answer.data).toMatchObject({ id: 7, title: 'Splices', shelf: 'A1', changes: 4 })
    expect(changed).toEqual(['books'])
  })

  it('clears what may be empty, and reads the record that it was not given', async () => {
    await provider.update<RaRecord>('books', { id: 7, data: { shelf: null }, previousData: undefined as never })
    expect(sent()).toEqual([['PATCH /books/7', { shelf: null }]])
  })

  it('is refused when the record is no longer as it was shown', async () => {
    const previousData = { ...(await seen()), changes: 2 }
    const update = provider.update<RaRecord>('books', { id: 7, data: { ...previousData, shelf: 'B2' }, previousData })
    await expect(update).rejects.toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } })
    expect(sent()).toEqual([])
  })

  it('is refused where the person may not', async () => {
    gateway.upstream.script(answering(200, [{ id: 7, title: 'Nets' }]))
    const update = provider.update<RaRecord>('films', {
      id: 7,
      data: { title: 'Ropes' },
      previousData: { id: 7, title: 'Nets' },
    })
    await expect(update).rejects.toMatchObject({ status: 403 })
    expect(sent()).toEqual([])
  })

  it.each([
    [{ title: ' ' }, { title: 'Enter a value for Title' }],
    [{ title: 'K' }, { title: 'Must be at least 2 characters' }],
    [{ shelf: 'Z9' }, { shelf: 'This value is not allowed' }],
    [{ title: { text: 'K' } }, { title: 'Enter a value for Title' }],
  ])('of %j says what the form says, at the field, and sends nothing', async (data, errors) => {
    const update = provider.update<RaRecord>('books', { id: 7, data, previousData: await seen() })
    await expect(update).rejects.toMatchObject({ status: 400, body: { errors } })
    expect(sent()).toEqual([])
  })

  it("has the service's messages at the fields", async () => {
    const previousData = await seen()
    const { script } = bookService()
    gateway.upstream.script((request, response, incoming) =>
      (request.method === 'GET' ? script : answering(422, { errors: { 'print.title': ['Taken'] } }))(
        request,
        response,
        incoming,
      ),
    )
    const update = provider.update<RaRecord>('books', { id: 7, data: { title: 'Tides' }, previousData })
    await expect(update).rejects.toMatchObject({ status: 422, body: { errors: { title: 'Taken' } } })
  })

  it('never sends a masked value back', async () => {
    const previousData = await seen()
    expect(JSON.stringify(previousData)).not.toContain('1961-04')
    await provider.update<RaRecord>('books', { id: 7, data: { ...previousData, copies: 5 }, previousData })
    expect(sent()).toEqual([['POST /books/7/thanks', { copies: 5, shelf: 'A1' }]])
    const update = provider.update<RaRecord>('books', {
      id: 7,
      data: { ...previousData, donor: '1970', title: 'T' },
      previousData,
    })
    await expect(update).rejects.toThrow('No action of books changes title, donor')
  })

  it('by PUT sends the whole record with the change', async () => {
    gateway.upstream.script(answering(200, { id: 7, text: 'Sea', color: 'red' }))
    const { data: previousData } = await provider.getOne<RaRecord>('labels', { id: 7 })
    await provider.update<RaRecord>('labels', { id: 7, data: { ...previousData, color: 'blue' }, previousData })
    expect(sent()).toEqual([['PUT /labels/7', { id: 7, text: 'Sea', color: 'blue' }]])
  })
})

it('changes nothing that the form hides', async () => {
  gateway.upstream.script(answering(200, { id: 7, text: 'Wood', color: 'red' }))
  const previousData = { id: 7, text: 'Wood', color: 'red' }
  const update = provider.update('labels', { id: 7, data: { ...previousData, color: 'blue' }, previousData })
  await expect(update).rejects.toMatchObject({ body: { errors: { color: 'This value is not allowed' } } })
  expect(sent()).toEqual([])
})

describe('create', () => {
  it('sends what is given, and answers with the record that the service made', async () => {
    const { data } = await provider.create<RaRecord>('books', { data: { title: 'Tides', shelf: null } })
    expect(sent()).toEqual([['POST /books', { print: { title: 'Tides' } }]])
    expect(data).toMatchObject({ id: 8, title: 'Tides', copies: 0 })
  })

  it('asks for what a record needs', async () => {
    const create = provider.create<RaRecord>('books', { data: { shelf: 'A1' } })
    await expect(create).rejects.toMatchObject({ body: { errors: { title: 'Enter a value for Title' } } })
    expect(sent()).toEqual([])
  })

  it('invents no record where the answer names none', async () => {
    gateway.upstream.script(answering(200, { message: 'Done' }))
    const create = provider.create<RaRecord>('books', { data: { title: 'Tides' } })
    await expect(create).rejects.toMatchObject({ body: { code: 'UNEXPECTED_ANSWER' } })
    expect(changed).toEqual(['books'])
  })
})

describe('delete', () => {
  it('sends the declared call', async () => {
    const previousData = await seen()
    expect((await provider.delete<RaRecord>('books', { id: 7, previousData })).data).toEqual(previousData)
    expect(sent()).toEqual([['DELETE /books/7', undefined]])
  })

  it('is refused where nothing declares it', async () => {
    const removal = provider.delete<RaRecord>('labels', { id: 7, previousData: { id: 7 } })
    await expect(removal).rejects.toThrow('labels declares no action delete')
    expect(sent()).toEqual([])
  })
})
