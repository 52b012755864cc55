import { afterAll, beforeAll, beforeEach } from 'vitest'
import { RECORD_AFTER } from '../../../server/store/auditRecord.ts'
import { operationOf, requestFor, signedIn, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'

/** The gateway of the tests that run, and the cookie of an administrator who has signed in for the test. */
export let gateway: GatewayUnderTest
export let cookie: string
let lastSeq = 0

/** Everything that has been recorded since the test began. */
export const wholeTrail = () => gateway.store.audit.list({ limit: 10_000, afterSeq: lastSeq })

/** What has been recorded since the test began, without what the gateway reads of a record once its change is answered. */
export const trail = async () =>
  (await wholeTrail()).filter((record) => record.phase !== 'event' || !record.operation.endsWith(`.${RECORD_AFTER}`))

/** Forgets what the services were asked and were to answer, and what was recorded. */
export async function forget(): Promise<void> {
  gateway.upstream.reset()
  lastSeq = (await wholeTrail()).at(-1)?.seq ?? lastSeq
}

/** Gives the tests of a file, or of a block, one gateway. Its services are without scripts when a test begins. */
export function withGateway(options: Parameters<typeof startGateway>[0] = {}): void {
  beforeAll(async () => {
    gateway = await startGateway(options)
    lastSeq = 0
  })
  beforeEach(async () => {
    await forget()
    cookie = await signedIn(gateway)
  })
  afterAll(() => gateway.stop())
}

/** Makes the sample call of an operation. */
export const ask = (id: string, headers: Record<string, string> = {}) =>
  gateway.app.inject(requestFor(operationOf(id), cookie, headers))
