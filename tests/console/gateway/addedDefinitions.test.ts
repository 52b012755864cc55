import { describe, expect, test } from 'vitest'
import { permissionsOf } from '../../../language/registry.ts'
import { operationTable, type Operation } from '../../../language/operations.ts'
import type { Resource } from '../../../language/resource.ts'
import { registry } from '../../../schemas/console.ts'
import { definitions } from '../../../schemas/index.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { shopDefinitions } from '../../support/shop.ts'
import { contentTypeOf, credentialsFor, requestFor, signedIn, successOf } from './gatewayUnderTest.ts'
import { addSampleCalls } from './sampleCalls.ts'
import { gateway, trail, withGateway } from './withGateway.ts'

/** A service that the author registers with a key of its own. */
const services = { depot: { authorization: 'key', header: { 'X-Depot-Key': 'DEPOT_KEY' } } } as const
const extended = { ...registry, services: { ...registry.services, ...services } }

/** The shop's names, and names of the console and its author for them. */
const names = [
  ['{tryout}/vouchers', '{depot}/vouchers'],
  ['{tryout}', '{go}'],
  ['"orders.read"', '"tickers.read"'],
  ['"orders.change"', '"tickers.edit"'],
  ['"orders.reveal"', '"accounts.reveal"'],
  ['"vouchers.read"', '"tickers.read"'],
  ['"vouchers.change"', '"tickers.edit"'],
] as const

/** The definitions of a shop as an author adds them to this console. */
const added = JSON.parse(
  names.reduce((text, [own, ours]) => text.replaceAll(own, ours), JSON.stringify(shopDefinitions)),
) as readonly Resource[]
const all = [...definitions, ...added]

withGateway({ definitions: all, services })
await addSampleCalls(
  all,
  added.map(({ name }) => name),
)

const operations = [...operationTable(added).values()]

const ask = async (operation: Operation, role: string) => {
  gateway.upstream.script(answering(200, successOf(operation), contentTypeOf(operation)))
  return gateway.app.inject(requestFor(operation, await signedIn(gateway, role)))
}

/** What the batteries of an added definition depend on: a call that is made, about a record that allows it. */
describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test.each(['admin', 'viewer', 'a role no one knows'])(
    'is called with generated values by %s alone where permitted',
    async (role) => {
      const isAllowed = permissionsOf(registry, role, 'refuse').includes(operation.permission)
      expect((await ask(operation, role)).statusCode).toBe(isAllowed ? 200 : 403)
      expect(gateway.upstream.seen.map(({ method }) => method)).toEqual(isAllowed ? [operation.method] : [])
      for (const { headers } of gateway.upstream.seen)
        expect(Object.fromEntries(headers)).toMatchObject(credentialsFor(extended, operation.service))
    },
  )

  if (operation.effect === 'mutate')
    test('is recorded', async () => {
      await ask(operation, 'admin')
      expect(await trail()).toMatchObject([
        { phase: 'intent', operation: id },
        { phase: 'outcome', result: 'ok' },
      ])
    })
})
