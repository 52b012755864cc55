import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { book, model } from '../waitingLibrary.ts'
import { startGateway } from './startGateway.ts'
import {
  approve,
  ask,
  discard,
  type Gateway,
  last,
  rejected,
  rename,
  requested,
  second,
  shelve,
  trail,
} from './waitingBooks.ts'

let gateway: Gateway
let other: string

beforeEach(async () => {
  gateway = await startGateway(model, { approvals: { isOn: true, expiryMs: 86_400_000 } })
  shelve(gateway)
  other = await gateway.signIn(second)
})
afterEach(() => gateway.close())

/** Three characters each that no one sees. */
const unseen = ['\u200b\u200b\u200b', '\u3164\u3164\u3164', '\ufeff\u00ad\u2060', '   ', '\u115f\u1160\uffa0']

/** What is typed, and what of it one sees. */
const turned = 'not \u202edone\u202c\u200b, said \u2066he\u2069 '
const plain = 'not done, said he'

/** Settles a change of which no one knows whether it was done. */
async function settle(reason: string) {
  const head = await gateway.signIn({ userId: 5, email: 'head@library.test', subject: 'subject-5', role: 'head' })
  gateway.upstream.script((request, ...exchange) =>
    answering(request.method === 'GET' ? 200 : 500, request.method === 'GET' ? book : {})(request, ...exchange),
  )
  const headers = { 'x-operation': 'books.mend', 'idempotency-key': randomUUID() }
  await ask(gateway, gateway.cookie, '/api/library/books/7/mend', { headers })
  const { seq } = (await trail(gateway)).findLast(({ phase }) => phase === 'intent') ?? {}
  return ask(gateway, head, `/console/audit/${seq}/settle`, { body: { finding: 'failed', reason } })
}

const wants: Readonly<Record<string, (reason: string) => Promise<{ readonly status: number }>>> = {
  'the reason of an action': (reason) => discard(gateway, gateway.cookie, { reason }),
  'the reason of a request for approval': (why) => rename(gateway, { email: 'a@b.test', name: 'Ida' }, { why }),
  'the comment of a rejection': async (comment) => rejected(gateway, other, await requested(gateway), comment),
  'the reason of a settlement': settle,
}

for (const [name, send] of Object.entries(wants))
  test.each(unseen)(`${name} is refused where no one sees anything of it: %j`, async (reason) => {
    expect((await send(reason)).status).toBe(400)
  })

test('what is recorded of a reason is what one sees of it', async () => {
  await rename(gateway, { email: 'a@b.test', name: 'Ida' }, { why: `\u0000\u001b[31m${turned}\u0007` })
  expect(await last(gateway)).toMatchObject({ details: { reason: `[31m${plain}` } })
  const id = await requested(gateway)
  await rejected(gateway, other, id, turned)
  expect(await last(gateway)).toMatchObject({ operation: 'books.approvalRejected', details: { reason: plain } })
  await approve(gateway, other, await requested(gateway), book, { comment: turned })
  const intent = (await trail(gateway)).findLast(({ phase }) => phase === 'intent')
  expect(intent).toMatchObject({ operation: 'books.discard', approval: { comment: plain } })
  expect(await settle(turned)).toMatchObject({ status: 200, body: { reason: plain } })
})

test('the reason of an action goes to the service as it is, so what no one sees in it is refused', async () => {
  expect(await discard(gateway, gateway.cookie, { reason: turned })).toMatchObject({
    status: 400,
    body: { message: 'reason has characters that no one sees: remove them.' },
  })
})
