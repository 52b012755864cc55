import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { createGateway } from '../../../server/gateway/createGateway.ts'
import { type Approvals, approvalTable } from '../../../services/verification/approvals.ts'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import { gatewayConsole } from '../support/gatewayConsole.ts'
import { answering, type Script } from '../../support/faultyUpstream.ts'
import { HOST, PUBLIC_URL, signedIn, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'

export const CASE = '5f0c1d6e-0001-4a2b-9c3d-000000000001'
export const SECOND_CASE = '5f0c1d6e-0001-4a2b-9c3d-000000000002'
export const ADDRESS_KEY = 'canary-address-key'
export const STREET = '118 Larch Hollow Rd'

type Values = Record<string, unknown>

/** One rejected case whose address alone was not verified, told as the clearing firm tells it. */
export const addressCase = (sketchId = CASE) => ({
  sketchId,
  status: 'REJECTED',
  archived: false,
  history: [{ user: 'system', timestamp: '2026-03-04T18:22:15Z', stateChange: 'REJECTED', comment: null }],
  request: {
    identity: {
      name: { givenName: sketchId === CASE ? 'Mara' : 'Ben', familyName: 'Quill' },
      homeAddress: {
        streetAddress: [STREET, 'Apt 4'],
        city: 'Ithaca',
        state: 'NY',
        postalCode: '14850',
        country: 'USA',
      },
    },
  },
  cipCategories: [
    { name: 'NAME', categoryState: 'ACCEPTED', requestedDocuments: [] },
    { name: 'ADDRESS', categoryState: 'REJECTED', requestedDocuments: [{ name: 'ALL_PASSING_CIP_RESULTS' }] },
  ],
  result: {
    evaluation: { evaluatedState: 'REJECTED', dataSources: ['EQUIFAX'] },
    equifaxResult: { results: { accept: {}, indeterminate: {}, reject: { ADDRESS_NOT_VERIFIED: 'Not verified' } } },
    dowJonesResult: { profiles: [] as Values[] },
    dndbResult: { profiles: [] as Values[] },
    ofacResult: { ofacMatch: 'NO_MATCH' },
  },
})

/** What the services hold, for a test to change. */
const createState = (id: number) => ({
  account: { id, account_no: '9ZZ10041', status: 'SUSPENDED', is_active: false as boolean | null },
  cases: [addressCase()],
  snaps: [] as Values[],
  validation: { status: 'VALID', rdi: 'R', formattedaddress: '118 LARCH HOLLOW RD, ITHACA', ref: 'av-77' } as Values,
  uploads: 0,
})

/** Calls of the services by the words their paths end with. */
const calls = {
  validate: '/address/v1/validate',
  upload: '/snap/images',
  save: '/snap/save',
  approve: '/snap/update',
  appeal: '/account/status/appeal',
} as const

export type Call = keyof typeof calls

const isCall = (call: Call, target: string): boolean => target.split('?')[0]?.endsWith(calls[call]) === true

/** The clearing firm and the address validator, with a gateway over them. */
export interface ApprovalFirm {
  readonly gateway: GatewayUnderTest
  readonly state: ReturnType<typeof createState>
  /** What remembers the steps, for a test to make it fail. */
  readonly approvals: Approvals
  /** How often a call has arrived since the test began. */
  count(call: Call): number
  /** Bodies of a call's requests. */
  bodies(call: Call): readonly string[]
  /** The next request of a call is met by this; `after` it has taken effect. */
  meet(call: Call, script: Script, when?: 'before' | 'after'): void
  /** A member of staff, each with a session of their own. */
  session(userId?: number, role?: string): Promise<string>
  /** Asks for the next step. */
  ask(cookie: string, app?: GatewayUnderTest['app']): Promise<LightMyRequestResponse>
  /** Asks how far an earlier run has come. */
  look(cookie: string, id?: string): Promise<LightMyRequestResponse>
  /** Asks until it is done or a step has failed. */
  runAll(cookie: string): Promise<ApprovalRun>
  /** Another gateway over the same store: what is left after one has died. */
  restart(): Promise<void>
  /** Resolves once the gateway has read what its changes have done. */
  settled(): Promise<void>
  reset(): Promise<void>
  stop(): Promise<void>
}

function effectOf(state: ReturnType<typeof createState>, target: string, body: string): unknown {
  if (target.includes('/account/status/admin'))
    return {
      result: { status: state.account.status, account_no: state.account.account_no, investigations: state.cases },
    }
  if (target.includes('/get_apex_details_for_account')) return { account: [state.account], snaps: state.snaps }
  if (isCall('validate', target)) return state.validation
  if (isCall('upload', target)) return { result: { record_id: `snap-e${(state.uploads += 1)}` } }
  const sent = JSON.parse(body) as Values
  if (isCall('save', target)) {
    const [{ sketchId, snapIDs }] = sent['data'] as [{ sketchId: string; snapIDs: [{ id: string; proof: string }] }]
    const [{ id, proof }] = snapIDs
    state.snaps.push({ snap_id: id, sketch_id: sketchId, doc_type: 'AFFILIATED_APPROVAL', proof, status: 'uploaded' })
    return { data: { message: 'Documents saved' } }
  }
  if (isCall('approve', target)) {
    for (const snap of state.snaps) if (snap['snap_id'] === sent['snapId']) snap['status'] = sent['status']
    return { message: 'The document is approved' }
  }
  const history = state.cases.find(({ sketchId }) => sketchId === sent['sketchId'])?.history
  history?.push({ user: 'staff', timestamp: new Date().toISOString(), stateChange: 'APPEALED', comment: null })
  return { status: 200, message: 'The case is APPEALED' }
}

/** Starts both. Staff 1 and 2 may have addresses approved. */
export async function startApprovalFirm(settings: Parameters<typeof startGateway>[0] = {}): Promise<ApprovalFirm> {
  const own = { addressApiKey: ADDRESS_KEY, autoApprovalStaffIds: [1, 2], ...settings.own }
  const gateway = await startGateway(settings)
  const approvals = gateway.store.table(approvalTable)
  Object.assign(gateway.store, { table: () => approvals })
  // The validator plays beside the others; its address is known only now.
  await gateway.app.close()
  const services = { ...gateway.config.services, address: `${gateway.upstream.url}/address` }
  const config = { ...gateway.config, services: { ...services, ...settings.settings?.services } }
  let app = await build()
  let number = 4107
  let state = createState(number)
  let next: { call: Call; script: Script; when: 'before' | 'after' } | undefined

  function build(): Promise<GatewayUnderTest['app']> {
    return createGateway({
      config,
      store: gateway.store,
      console: gatewayConsole({ ...settings, own }),
      consoleDir: null,
      logger: { level: 'trace', stream: { write: (line) => void (gateway.log as string[]).push(line) } },
      now: gateway.clock.now,
      limits: { sessionRate: { max: 100_000, windowMs: 1000 }, ...settings.limits },
    })
  }

  const serve: Script = async (request, response, incoming) => {
    const { target, body } = request
    if (next !== undefined && isCall(next.call, target)) {
      const { script, when } = next
      next = undefined
      if (when === 'after') effectOf(state, target, body)
      await script(request, response, incoming)
      return
    }
    await answering(200, effectOf(state, target, body))(request, response, incoming)
  }
  gateway.upstream.script(serve)

  /** The changes that were done and are still to be read again. */
  async function unread(): Promise<readonly number[]> {
    const records = await gateway.store.audit.list({ limit: 10_000 })
    const done = records.flatMap((record) =>
      record.phase === 'outcome' && record.result === 'ok' && record.after === undefined ? [record.intentSeq] : [],
    )
    const read = records.map((record) => record.phase === 'event' && record.details['intent'])
    return done.filter((seq) => !read.includes(seq))
  }
  const settled = () => expect.poll(unread).toEqual([])

  const ask = (cookie: string, of = app) =>
    of.inject({
      method: 'POST',
      url: '/console/address-approval',
      headers: { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie },
      payload: { id: state.account.id },
    })

  return {
    gateway: {
      ...gateway,
      config,
      get app() {
        return app
      },
    },
    approvals,
    get state() {
      return state
    },
    count: (call) => gateway.upstream.seen.filter(({ target }) => isCall(call, target)).length,
    bodies: (call) => gateway.upstream.seen.filter(({ target }) => isCall(call, target)).map(({ body }) => body),
    meet: (call, script, when = 'before') => {
      next = { call, script, when }
    },
    session: (userId = 1, role = 'admin') => signedIn(gateway, role, { userId }),
    ask,
    look: (cookie, id = String(state.account.id)) =>
      app.inject({
        url: `/console/address-approval/${id}`,
        headers: { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie },
      }),
    async runAll(cookie) {
      for (;;) {
        const run = (await ask(cookie)).json<ApprovalRun>()
        if (run.done || run.steps.some((step) => step.state === 'failed')) return run
      }
    },
    async restart() {
      await app.close()
      app = await build()
      // The claim of the one that died ends by itself.
      gateway.clock.advance(91_000)
    },
    settled,
    async reset() {
      number += 1
      state = createState(number)
      next = undefined
      gateway.upstream.reset()
      gateway.upstream.script(serve)
    },
    async stop() {
      await app.close()
      await gateway.stop()
    },
  }
}

/** The states of a run's steps of one case, by name. */
export const statesOf = ({ steps }: ApprovalRun, sketchId = CASE): Record<string, string> =>
  Object.fromEntries(steps.filter((step) => step.sketchId === sketchId).map(({ name, state }) => [name, state]))
