import { expect, test } from 'vitest'
import { isCreation } from '../../../language/changedRecord.ts'
import type { Resource } from '../../../language/resource.ts'
import { RECORD_AFTER } from '../../../server/store/auditRecord.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { addedNames } from '../support/ownModel.ts'
import { mutations, operationOf, requestFor, successOf } from './gatewayUnderTest.ts'
import { cookie, gateway, wholeTrail, withGateway } from './withGateway.ts'

withGateway()

/** The changes of which the trail has no record, with the reason. */
const unread: Readonly<Record<string, string>> = {
  'manualUpload.submit': 'books lines of any number of accounts, so it is about no one record',
  'reinstate.submit': 'is about a user who has left the list, so there is nothing to read',
}

const isState = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 1

/** What the trail has of the record before and after the change that has just been made. */
async function recorded() {
  const entries = await wholeTrail()
  const intent = entries.find(({ phase }) => phase === 'intent')
  const outcome = entries.find(({ phase }) => phase === 'outcome')
  if (intent?.phase !== 'intent' || outcome?.phase !== 'outcome') throw new Error('not recorded')
  const read = entries.find(
    (entry) => entry.phase === 'event' && entry.operation === `${intent.resource}.${RECORD_AFTER}`,
  )
  const after = read?.phase === 'event' ? read.details['after'] : outcome.after
  return { result: outcome.result, before: intent.before, after, text: JSON.stringify([intent.before, after]) }
}

/** True for a definition of a service that has no call for one record, nor one to find it by. */
const isUnreadable = ({ bindings, list, kind }: Resource): boolean =>
  kind === 'list' &&
  bindings['getOne'] === undefined &&
  list?.paging !== 'client' &&
  Object.keys(list?.find ?? {}).length === 0

test.each(mutations.map(({ id }) => id))('%s has its record before and after, masked, or a reason', async (id) => {
  const operation = operationOf(id)
  gateway.upstream.script(answering(200, successOf(operation)))
  expect((await gateway.app.inject(requestFor(operation, cookie))).statusCode).toBe(200)
  const isUnread =
    Object.hasOwn(unread, id) || (addedNames.includes(operation.resource) && isUnreadable(operation.definition))
  const message = `give the form of ${id} 'about', or name it in 'unread' with the reason`
  await expect.poll(async () => (await recorded()).after !== undefined, { message }).toBe(!isUnread)
  const { result, before, after, text } = await recorded()
  expect(result).toBe('ok')
  if (isUnread) return expect(before).toBeUndefined()
  if (isCreation(operation)) expect(before).toBeNull()
  else expect(before).toSatisfy(isState)
  expect(after).toSatisfy(isState)
  expect(text).not.toMatch(/9ZZ10058|@|hmac:/)
})

test('every change that is excused is one', () => {
  for (const id of Object.keys(unread)) expect(mutations.map((operation) => operation.id)).toContain(id)
})
