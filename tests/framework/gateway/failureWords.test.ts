import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveConsole } from '../../../language/resolve.ts'
import { failureText } from '../../../src/actions/outcomeNotice.ts'
import { failureOf, mayBeDone } from '../../../src/data/failure.ts'
import { fileFailureOf } from '../../../src/data/fileFailure.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { defineResource, registry } from '../libraryLanguage.ts'
import { providerOver } from './providerOver.ts'
import { startGateway } from './startGateway.ts'

const permission = 'all'

const scans = defineResource({
  name: 'scans',
  label: 'Scans',
  record: { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1, title: 'Id' } } },
  bindings: {
    list: { call: 'GET {library}/scans', permission, query: { page: { param: 'page' } } },
    publish: { call: 'POST {library}/scans/{id}/publish', permission },
    save: { call: 'GET {library}/scans/{id}/file', permission, download: 'scan' },
  },
  list: { columns: ['id'], perPage: 2, emptyText: 'Nothing', export: { permission } },
  actions: {
    publish: {
      label: 'Publish',
      binding: 'publish',
      failure: { title: 'Not published.', body: 'Ask at the desk.' },
      success: 'Published',
    },
    save: { label: 'Save', binding: 'save', success: 'Saved' },
  },
})

const model = resolveConsole({ registry, screens: [scans], home: '/scans', nested: [] })
const declared = model.definitions[0]?.actions['publish']?.failure
const record = { id: 7 }

let gateway: Awaited<ReturnType<typeof startGateway>>
let provider: ReturnType<typeof providerOver>
beforeAll(async () => {
  gateway = await startGateway(model, { limits: { exports: { max: 1000, windowMs: 86_400_000 } } })
  provider = providerOver(gateway, model)
})
afterAll(() => gateway.close())

const rejection = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.fail('The call succeeded.'),
    (error: unknown) => error,
  )

describe('a failed action says, and says again when it is repeated,', () => {
  test.each([403, 404, 409, 422])(
    "the service's own words after its title, or else its own body: %i",
    async (status) => {
      for (const [answer, said] of [
        [{ message: 'It is on loan.' }, 'It is on loan.'],
        [{}, 'Ask at the desk.'],
      ] as const) {
        const idempotencyKey = randomUUID()
        const before = gateway.upstream.seen.length
        gateway.upstream.script(answering(status, answer))
        for (let attempt = 0; attempt < 2; attempt += 1) {
          const failure = failureOf(
            await rejection(provider.action('scans', { name: 'publish', record, idempotencyKey })),
          )
          expect(failureText(declared, failure, mayBeDone(failure))).toBe(`Not published.\n${said}`)
        }
        expect(gateway.upstream.seen.length - before).toBe(1)
      }
    },
  )

  test('its own body where a success reports a failure without a word', async () => {
    gateway.upstream.script(answering(200, { success: false }))
    const failure = failureOf(await rejection(provider.action('scans', { name: 'publish', record })))
    expect(failureText(declared, failure, mayBeDone(failure))).toBe('Not published.\nAsk at the desk.')
  })
})

const AWAY = 'The service that has the file doesn’t answer. Try again in a few minutes.'

describe.each([
  ['that is downloaded', () => provider.download('scans', { name: 'save', record })],
  ['of a list', () => provider.exportList('scans', {})],
])('a file %s', (_, call) => {
  test.each([
    [403, { message: 'The scan is closed.' }, 'The scan is closed.'],
    [403, {}, 'The service does not give the console this file. Report it to an administrator.'],
    [404, { message: 'The scan is lost.' }, 'The scan is lost.'],
    [404, {}, 'The service has no such file any more. Reload the page.'],
    [500, { message: 'Out of memory' }, AWAY],
  ])('that fails with %i %j says why, or else what to do', async (status, answer, text) => {
    gateway.upstream.script(answering(status, answer))
    expect(fileFailureOf(await rejection(call())).message).toBe(text)
  })
})

test('a file of a list says how many records had been read before it failed', async () => {
  gateway.upstream.script((request, ...rest) =>
    (request.target.includes('page=2') ? answering(500, {}) : answering(200, [{ id: 1 }, { id: 2 }]))(request, ...rest),
  )
  const { message } = fileFailureOf(await rejection(provider.exportList('scans', {})))
  expect(message).toBe('The service failed. 2 records had been read.')
})
