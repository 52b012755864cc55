import { expect, it } from 'vitest'
import { messageIn } from '../../../../language/answer.ts'
import { leavesOf } from '../../../../language/binding.ts'
import { operationsOf, type Operation } from '../../../../language/operations.ts'
import { withChanges } from '../../../../language/pointer.ts'
import { fillTemplate } from '../../../../language/template.ts'
import { listBody } from '../fixtures.ts'
import { wrongFor } from '../sample.ts'
import { actionAnswer, callOperation, goodAnswer, sampleCall, sampleRecordOf } from '../callOperation.ts'
import { csv, json } from '../gatewayStub.ts'
import { KEY, type Context } from './context.ts'
import { expectedValues } from './requests.ts'

/** A key that callers of the provider give. */
export const ANOTHER_KEY = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** Whether the call says anything of the record that it is about. */
export const needsFields = ({ path, query, body }: Operation): boolean =>
  path.includes('{') || leavesOf({ ...query, ...body }).some(([, source]) => 'field' in source)

/** What an action gives back, and what it does to what was read before. */
export function actionResult(context: Context): void {
  const { operation, gateway, newProvider } = context
  const { resource, definition } = operation
  const name = operation.id.slice(resource.length + 1)
  const record = sampleRecordOf(definition)
  const given = { ...record, id: record.id ?? operation.id }
  const isNew = (field: string): boolean => {
    const source = operation.body?.[field]
    const isSent = source !== undefined && (('const' in source && field !== 'id') || 'input' in source)
    return isSent && field in definition.record.properties
  }
  const sent = Object.entries(expectedValues(operation.body ?? {}, operation)).filter(([field]) => isNew(field))
  const changed =
    operation.action?.isPartial === true
      ? withChanges(given, Object.fromEntries(sent))
      : { ...given, ...Object.fromEntries(sent) }

  it('says ok with the id, the message and the record as it now is', async () => {
    const answer = actionAnswer(operation)
    gateway.answers(() => json(answer))
    const { data } = await newProvider().action(resource, { name, record, ...sampleCall(operation) })
    expect(data).toMatchObject({ id: given.id, ok: true, message: messageIn(answer) })
    expect(data.record).toMatchObject(changed)
  })

  it('keeps the record where the answer is about the call or cannot be read', async () => {
    const drifted = Object.entries(definition.record.properties).flatMap(([field, schema]) => {
      const wrong = wrongFor(schema)
      return wrong === undefined ? [] : [[field, wrong]]
    })
    gateway.answers(() => json({ ...Object.fromEntries(drifted), id: 987_654, status: 200, message: 'Fine' }))
    const { data } = await newProvider().action(resource, { name, record, ...sampleCall(operation) })
    expect(data.record).toEqual(changed)
  })

  it('takes an answer without content for a success without words', async () => {
    gateway.answers(() => new Response(null, { status: 204 }))
    const { data } = await newProvider().action(resource, { name, record, ...sampleCall(operation) })
    expect(data).toMatchObject({ ok: true, message: undefined })
  })

  it('sends the key it is given, and otherwise one of its own', async () => {
    gateway.answers(() => goodAnswer(operation))
    const provider = newProvider()
    const params = { name, record, ...sampleCall(operation) }
    await provider.action(resource, { ...params, idempotencyKey: ANOTHER_KEY })
    await provider.action(resource, params)
    const keys = gateway.calls.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual(operation.effect === 'mutate' ? [ANOTHER_KEY, KEY] : [null, null])
  })

  const needing = needsFields(operation) ? [operation.id] : []
  it.each(needing)('%s refuses a record without the fields it needs, before anything is called', async () => {
    gateway.answers(() => goodAnswer(operation))
    const call = newProvider().action(resource, { name, record: { id: '' }, ...sampleCall(operation) })
    await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
    expect(gateway.calls).toHaveLength(0)
  })

  const reading = operationsOf(definition).find(({ kind }) => kind === 'list')
  if (definition.list?.paging !== 'client' || reading === undefined) return
  it.each(['works', 'fails'])('makes the list be read again after it %s', async (outcome) => {
    const provider = newProvider()
    gateway.answers(({ headers }) => {
      if (headers.get('X-Operation') === `${resource}.list`) return json(listBody(reading, { records: [record] }))
      return outcome === 'works' ? goodAnswer(operation) : json({ message: 'No' }, 422)
    })
    await provider.getList(resource, {})
    await callOperation(provider, operation).catch(() => undefined)
    await provider.getList(resource, {})
    expect(gateway.calls.map(({ headers }) => headers.get('X-Operation'))).toEqual([
      `${resource}.list`,
      operation.id,
      `${resource}.list`,
    ])
  })
}

/** What a download gives back: the file as it came, under a name. */
export function downloadResult({ operation, gateway, newProvider }: Context): void {
  const { resource, download, definition, action } = operation
  const name = operation.id.slice(resource.length + 1)
  const about = action?.scope === 'list' ? {} : { record: sampleRecordOf(definition) }

  it('gives the file with the name that it came with', async () => {
    gateway.answers(() => csv('id\r\n1\r\n'))
    const { data } = await newProvider().download(resource, { name, ...about })
    expect(data).toMatchObject({ ok: true, fileName: 'Account List.csv' })
    expect(await data.blob.text()).toBe('id\r\n1\r\n')
  })

  it.each([
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['application/zip', 'zip'],
    ['application/octet-stream', 'csv'],
  ])('names a file of %s by its extension %s', async (type, extension) => {
    gateway.answers(() => new Response('content', { headers: { 'Content-Type': type } }))
    const { data } = await newProvider().download(resource, { name, ...about })
    const values = { ...about.record, ...expectedValues(operation.query, operation) }
    const declared = fillTemplate(download?.fileName ?? '', values)
    expect(data.fileName).toBe(`${declared}.${extension}`)
  })
  if (action?.scope === 'list') return
  it('refuses a record without the fields it needs, before anything is called', async () => {
    gateway.answers(() => csv())
    const call = newProvider().download(resource, { name, record: { id: 'x' } })
    await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
    expect(gateway.calls).toHaveLength(0)
  })
}
