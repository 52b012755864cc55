import { describe, expect, test } from 'vitest'
import { ssnError } from '../../../language/input.ts'
import type { Operation } from '../../../language/operations.ts'
import { isValues } from '../../../language/pointer.ts'
import { fillPath, placeholdersOf } from '../../../language/template.ts'
import { takesText } from '../../framework/contract/sample.ts'
import { answering } from '../../support/faultyUpstream.ts'
import {
  contentTypeOf,
  mutations,
  operationOf,
  operations,
  pathFor,
  requestFor,
  SERVICE_TOKEN,
  signedIn,
  successOf,
  TOKEN,
} from './gatewayUnderTest.ts'
import {
  BANK,
  BIRTHDAY,
  canaries,
  CONTRA,
  createWrittenSince,
  personalDetail,
  reveal,
  SSN,
  storedBytes,
  withoutIds,
} from './revealing.ts'
import { ask, cookie, gateway, trail, withGateway } from './withGateway.ts'

withGateway()

const expectNoCanary = (text: string): void => {
  const written = withoutIds(text)
  for (const canary of canaries) expect(written).not.toContain(canary)
  expect(written).not.toMatch(BIRTHDAY)
}

/** The same personal data wherever an answer could carry it. */
const everywhere = {
  ...personalDetail,
  ...personalDetail.account[0],
  ...personalDetail.joint_user,
  bank_account_no: BANK,
  message: { ...personalDetail, text: `SSN ${SSN}` },
  result: { ...personalDetail, contra_account_number: CONTRA },
  detail: JSON.stringify(personalDetail),
  deposits: [{ amount: '5.00', bank_account_no: BANK }],
}

/** The same at each place of an answer that is an object. */
const withPersonal = (answer: unknown): unknown =>
  isValues(answer)
    ? { ...Object.fromEntries(Object.entries(answer).map(([name, own]) => [name, withPersonal(own)])), ...everywhere }
    : answer

/** The same in the place of the records too, where the answer is a list. */
function everywhereIn(operation: Operation): unknown {
  if (operation.kind === 'getOne') return withPersonal(successOf(operation))
  if (operation.kind !== 'list') return everywhere
  const list = successOf(operation, [{ ...everywhere, id: 3 }])
  return Array.isArray(list) ? list : { ...everywhere, ...(list as object) }
}

describe('personal data', () => {
  test.each(operations.filter(({ kind }) => kind !== 'download').map(({ id }) => id))(
    'does not leave with the answer of %s',
    async (id) => {
      const operation = operationOf(id)
      gateway.upstream.script(answering(200, everywhereIn(operation), contentTypeOf(operation)))
      const response = await ask(id)
      expect(response.statusCode).toBe(200)
      expectNoCanary(response.body)
    },
  )

  test.each(operations.map(({ id }) => id))('does not leave with a failure of %s, nor does a secret', async (id) => {
    const { host } = new URL(gateway.upstream.url)
    const message = `About ${SSN}, born 1961-04-17, bank account ${BANK}, with Token ${TOKEN} at ${host} and db.internal:5432`
    for (const said of [{ message }, { errors: [{ message, field: 'reason' }] }, { status: 400, detail: message }]) {
      gateway.upstream.script(answering(422, { ...said, ...personalDetail }))
      const { body } = await ask(id)
      expectNoCanary(body)
      for (const hidden of [TOKEN, host, 'internal']) expect(body).not.toContain(hidden)
      expect(body).toContain('About')
    }
  })

  test('of a transfer at another firm leaves masked, as an object, as text, and as text inside text', async () => {
    gateway.upstream.script(answering(200, personalDetail))
    const { request, ach } = (await ask('accounts.getOne')).json<{
      request: { request_payload: unknown; response_data: string }[]
      ach: { bank_account_no: string }[]
    }>()
    expect(request[0]?.request_payload).toEqual({ contra_account_number: 'XXXXX2345', note: '•••••••••' })
    expect(JSON.parse(String(request[1]?.request_payload))).toEqual({
      contra_account_number: 'XXXXX2345',
      inner: { bank_account_no: 'XXXXX56789' },
    })
    const { form } = JSON.parse(String(request[1]?.response_data)) as { form: string }
    expect(JSON.parse(form)).toEqual({ contra_account_number: 'XXXXX2345' })
    expect(ach.map(({ bank_account_no: masked }) => masked)).toEqual(['XXXXX56789', 'XXXXX88999'])
  })

  test.each([
    ['is cut off', `{"contra_account_number":"${CONTRA}"`],
    ['is nested too deeply', `{"contra_account_number":"${CONTRA}","a":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['is wrapped in a text', JSON.stringify(JSON.stringify({ contra_account_number: CONTRA }))],
  ])('does not leave with free text that %s', async (_what, payload) => {
    gateway.upstream.script(answering(200, { account: [], request: [{ id: 1, request_payload: payload }] }))
    expectNoCanary((await ask('accounts.getOne')).body)
  })

  test('is not seen where there are only amounts, dates and numbers of other lengths', async () => {
    const payload = { quantity: '123.456789', day: '2026-01-02', cash: '1234567.89', reference: '1234567890' }
    gateway.upstream.script(answering(200, { account: [], request: [{ id: 1, request_payload: payload }] }))
    expect((await ask('accounts.getOne')).json()).toMatchObject({ request: [{ request_payload: payload }] })
  })

  test('and the service token are in no log line and in no byte of the store, whatever happened', async () => {
    for (const operation of operations) {
      const repeated = operation.credential === 'service' ? SERVICE_TOKEN : ''
      for (const [status, body] of [
        [200, everywhereIn(operation)],
        [200, { ...everywhere, message: `${TOKEN} ${repeated}`, note: TOKEN }],
        [422, { message: `${SSN} ${repeated}`, ...personalDetail }],
        [500, everywhere],
      ] as const) {
        gateway.upstream.script(answering(status, body))
        const { body: text } = await ask(operation.id, { cookie: await signedIn(gateway) })
        expect(text).not.toContain(SERVICE_TOKEN)
        expect(text).not.toContain(TOKEN)
      }
    }
    gateway.upstream.script(answering(200, personalDetail))
    const reason = 'The caller said born 1961-04-17'
    expect((await reveal(gateway, cookie, { reason })).json()).toEqual({ value: SSN })
    const bank = await reveal(gateway, cookie, { field: '/bank/*/bank_account_no', reason: `Is it ${BANK}?` })
    expect(bank.json()).toEqual({ value: BANK })
    await reveal(gateway, cookie, { reason, field: '/nowhere' })
    await reveal(gateway, await signedIn(gateway, 'viewer'), { reason })
    await gateway.store.ping()
    for (const written of [gateway.log.join('\n'), storedBytes(gateway)]) {
      expectNoCanary(written)
      expect(written).not.toContain(SERVICE_TOKEN)
    }
    expect(gateway.log.length).toBeGreaterThan(operations.length)
    expect(storedBytes(gateway)).toContain('accounts.reveal')
  })
})

/** The inputs of an operation in which a person may write anything, with their wire names. */
const freeTexts = mutations.flatMap((operation) => {
  const inputs = operation.definition.form?.fields ?? operation.action?.input ?? {}
  return Object.entries({ ...operation.query, ...operation.body }).flatMap(([wire, source]) => {
    const name = 'input' in source ? source.input : 'field' in source && operation.definition.form ? source.field : ''
    const schema = inputs[name]?.schema ?? false
    const isFree = ssnError(schema, SSN) !== undefined
    // Documents are chosen, not typed.
    return isFree && name !== 'document' && operation.upload === undefined
      ? [[operation.id, wire, name, schema] as const]
      : []
  })
})

/** The sample call with one other text. */
function withText(id: string, wire: string, text: string) {
  const request = requestFor(operationOf(id), cookie)
  const whole = JSON.parse(String(request.payload)) as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const part = ['body', 'query'].find((name) => Object.hasOwn(whole[name] ?? {}, wire))
  const changed =
    part === undefined ? { ...whole, [wire]: text } : { ...whole, [part]: { ...whole[part], [wire]: text } }
  return gateway.app.inject({ ...request, payload: JSON.stringify(changed) })
}

describe('a social security number that is typed', () => {
  const writtenSince = createWrittenSince()

  test.each(freeTexts)('into %s, %s, is refused at the field and written nowhere', async (id, wire, name, schema) => {
    for (const text of [SSN, `About ${SSN}.`, `It is ${SSN.replaceAll('-', ' ')}`]) {
      const response = await withText(id, wire, text)
      if (!takesText(schema, text)) {
        expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }])
        continue
      }
      expect([response.statusCode, response.json()]).toMatchObject([
        422,
        { code: 'RULE_BROKEN', fields: { [name]: expect.stringMatching(/only its last four digits/) as string } },
      ])
    }
    expect(gateway.upstream.seen).toEqual([])
    expect(await trail()).toEqual([])
    expectNoCanary(writtenSince(gateway))
  })

  test.each(operations.map(({ id }) => id))('into the address or the owner of %s leaves no trace', async (id) => {
    const operation = operationOf(id)
    const sent = requestFor(operation, cookie)
    const path = fillPath(operation.path, Object.fromEntries(placeholdersOf(operation.path).map((name) => [name, SSN])))
    gateway.upstream.script(answering(200, successOf(operation), contentTypeOf(operation)))
    await gateway.app.inject({ ...sent, url: sent.url.replace(pathFor(operation), path) })
    await gateway.app.inject({ ...sent, headers: { ...sent.headers, 'x-owner': SSN } })
    expect(JSON.stringify(gateway.upstream.seen.map(({ target }) => target))).not.toContain(SSN)
    expectNoCanary(writtenSince(gateway))
  })

  test('into a reason is known without its hyphens, too', async () => {
    const response = await withText('accountDocuments.reject', 'comment', `It is ${SSN.replaceAll('-', '')}`)
    expect(response.statusCode).toBe(422)
    expect(freeTexts.map(([id]) => id)).toEqual(
      expect.arrayContaining(['accountDocuments.reject', 'accountInvestigations.appeal', 'achRelationships.cancel']),
    )
  })
})

test('what else is typed reaches the service as it is, and the audit trail without personal data', async () => {
  const text = `Born 1961-04-17, bank account ${BANK}, at 10.1.2.3`
  expect((await withText('accountDocuments.reject', 'comment', text)).statusCode).toBe(200)
  expect(JSON.parse(String(gateway.upstream.seen.at(-1)?.body))).toMatchObject({ comment: text })
  const [intent] = await trail()
  const recorded = 'Born ****-**-**, bank account •••••••••, at •••'
  expect(intent).toMatchObject({ reason: recorded, input: { body: { comment: recorded } } })
  expectNoCanary(storedBytes(gateway))
})
