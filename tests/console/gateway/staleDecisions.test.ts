import { beforeEach, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { ASKED_ABOUT, bodyOf, operationOf, requestFor } from './gatewayUnderTest.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

// Each person signs in after what earlier tests have changed.
beforeEach(() => gateway.clock.advance(1000))
withGateway()

const subject = { resource: 'accounts', id: String(ASKED_ABOUT) }
const colleague = { userId: 2, email: 'bea@countersign.test', role: 'admin' }

/** A change of a colleague, as the trail has it once it was done. */
async function changed(operation: string, before: Readonly<Record<string, unknown>>): Promise<void> {
  const [resource = ''] = operation.split('.')
  const request = {
    sessionHash: '',
    requestId: 'r',
    idempotencyKey: null,
    ip: '',
    input: {},
    reason: null,
    target: null,
  }
  const seq = await gateway.store.audit.intent({ ...request, operation, resource, subject, actor: colleague, before })
  await gateway.store.audit.outcome(seq, { result: 'ok', status: 200, latencyMs: 1, message: null })
}

/** What is said to a person who decides on the document snap-3, and has not seen it as it is now. */
async function refused(): Promise<unknown> {
  gateway.upstream.script(answering(200, {}))
  const stale = requestFor(operationOf('accountDocuments.approve'), cookie, { 'x-record-version': '0'.repeat(64) })
  const response = await gateway.app.inject(stale)
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'RECORD_CHANGED'])
  return bodyOf(response)['changed']
}

test.each([
  ['on it', 'accountDocuments.reject', { id: 'snap-3' }, 'Reject'],
  ['on its account', 'accounts.saveDocuments', { id: ASKED_ABOUT, status: 'COMPLETE' }, 'Save documents'],
  ['on another document', 'accountDocuments.reject', { id: 'snap-4' }, null],
  ['that only shows it', 'accountDocuments.download', { id: 'snap-3' }, null],
])(
  'a stale decision about a document names the colleague and the action of a change %s',
  async (_on, operation, before, action) => {
    await changed(operation, before)
    const by = { name: colleague.email, at: expect.any(String) as string, action }
    expect(await refused()).toEqual(action === null ? null : by)
  },
)
