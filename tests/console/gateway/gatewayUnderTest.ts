import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { GatewayExtension } from '../../../server/gateway/gatewayConsole.ts'
import { takesEvidence } from '../../../language/evidence.ts'
import { isConditional, operationTable, type Operation } from '../../../language/operations.ts'
import { stepsOf } from '../../../language/pointer.ts'
import { authorizationOf, type Registry, serviceOf } from '../../../language/registry.ts'
import type { Config } from '../../../server/config/config.ts'
import { createGateway, type GatewayOptions } from '../../../server/gateway/createGateway.ts'
import { backOffice } from '../../../services/console.ts'
import type { SessionData } from '../../../server/store/sessions.ts'
import { openStore, type Store } from '../../../server/store/openStore.ts'
import { gatewayConsole, type GatewayConsoleOptions } from '../support/gatewayConsole.ts'
import { model } from '../../../schemas/index.ts'
import { answering, startFaultyUpstream, type FaultyUpstream } from '../../support/faultyUpstream.ts'
import { actionAnswer } from '../../framework/contract/callOperation.ts'
import { detailBody, listBody, withValueAt } from '../../framework/contract/fixtures.ts'
import { ASKED_ABOUT, currentState } from './currentState.ts'
import { type Part, sampleCallOf, type SampleCall } from './sampleCalls.ts'
import { evidenceFor, fieldsFor, headersFor, named, pathFor, sampleValues } from './sampleValues.ts'
import type { Json } from '../../framework/contract/fixtureTypes.ts'

export { ASKED_ABOUT, evidenceFor, fieldsFor, pathFor, sampleValues }

export const [PUBLIC_URL, HOST] = ['http://localhost:8080', 'localhost:8080']
export const TOKEN = 'canary-upstream-token'
export const SERVICE_TOKEN = 'canary-service-token'

/** A key for each header that the service is registered with. */
const keysOf = (registry: Registry, service: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(serviceOf(registry, service)?.header ?? {}).map((name) => [name, `canary-key-of-${service}`]),
  )

/** The headers by which the gateway authenticates to a service. */
export function credentialsFor(registry: Registry, service: string): Readonly<Record<string, string>> {
  const scheme = authorizationOf(registry, service)
  const staff = scheme === 'key' ? {} : { authorization: scheme === 'token' ? `Token ${TOKEN}` : TOKEN }
  return { ...staff, ...keysOf(registry, service) }
}

/** Every operation of the console. */
export const operations = [...operationTable(model.definitions).values()]
export const mutations = operations.filter(({ effect }) => effect === 'mutate')

/** The operation with this id. */
export function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`there is no operation ${id}`)
  return found
}

/** A clock that stands still until it is moved. */
const createClock = (time = Date.now()) => ({ now: () => time, advance: (ms: number) => void (time += ms) })

export interface GatewayUnderTest {
  readonly app: FastifyInstance
  readonly store: Store
  readonly upstream: FaultyUpstream
  readonly clock: ReturnType<typeof createClock>
  /** Everything that was logged. */
  readonly log: readonly string[]
  readonly config: Config
  stop(): Promise<void>
}

const client = { clientId: 'countersign', clientSecret: 'canary-client-secret' }

const configFor = (dataDir: string, upstreamUrl: string, registry: Registry, services: readonly string[]): Config => ({
  port: 0,
  host: '127.0.0.1',
  publicUrl: PUBLIC_URL,
  environment: 'dev',
  loginMode: 'form',
  productName: 'Countersign',
  forgotPasswordUrl: null,
  changePasswordUrl: null,
  noRole: 'full',
  accessContact: null,
  metricsToken: null,
  approvals: { isOn: false, expiryMs: 86_400_000 },
  dataDir,
  databaseUrl: null,
  sessionKey: randomBytes(32),
  auditKey: randomBytes(32),
  trustProxy: false,
  connectionsPerPeer: 200,
  services: Object.fromEntries(services.map((service) => [service, `${upstreamUrl}/${service}`])),
  identity: { ...client, issuer: upstreamUrl, oktaUrl: upstreamUrl },
  assumedCalls: {},
  serviceHeaders: Object.fromEntries(services.map((service) => [service, keysOf(registry, service)])),
})

const often = { max: 100_000, windowMs: 1000 }

interface UnderTestOptions extends Partial<GatewayOptions>, GatewayConsoleOptions {
  readonly settings?: Partial<Config>
  /** The database that its store is in, which the settings may name without it. */
  readonly storeUrl?: string
  /** Scripts also answer what the gateway reads before a change. */
  readonly isAllScripted?: boolean
}

/** True for a call that reads something other than the operation that is asked for. */
const isOtherRead = (all: readonly Operation[], asked: string, method: string, target: string): boolean =>
  all.some(
    (each) =>
      each.id !== asked &&
      each.effect === 'read' &&
      each.method === method &&
      new RegExp(`^/${each.service}${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(target.split('?')[0] ?? ''),
  )

/** A gateway over one scriptable upstream that plays every service, with a store of its own. */
export async function startGateway(options: UnderTestOptions = {}): Promise<GatewayUnderTest> {
  const { settings, own, definitions: other, services, figures, isAllScripted = false, storeUrl, ...rest } = options
  const folder = await mkdtemp(join(tmpdir(), 'countersign-gateway-'))
  const known = other === undefined ? operations : [...operationTable(other).values()]
  /** The operation that each request to the gateway asks for. */
  const asked = new Map<string, string>()
  const upstream = await startFaultyUpstream(({ method, target, headers }) => {
    const id = asked.get(headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1] ?? '') ?? ''
    const operation = known.find((each) => each.id === id)
    const isOwners = target.endsWith(`apex_account_id=${ASKED_ABOUT}`)
    const isFirst = operation !== undefined && (isConditional(operation) || operation.effect === 'mutate')
    if (isAllScripted) return undefined
    const added = rest.console === undefined ? sampleCallOf(id) : undefined
    if (added !== undefined) return isFirst && isOtherRead(known, id, method, target) ? added.state.serve : undefined
    const current = isOwners || (method === 'GET' && isFirst) ? currentState(target, operation, named) : undefined
    return current === undefined ? undefined : answering(200, current)
  })
  const console = gatewayConsole({
    ...(own === undefined ? {} : { own }),
    ...(other === undefined ? {} : { definitions: other }),
    ...(services === undefined ? {} : { services }),
    ...(figures === undefined ? {} : { figures }),
  })
  const { registry } = (rest.console ?? console).model
  const called = new Set([...operations, ...known].map(({ service }) => service))
  const played = rest.console === undefined ? [...called] : Object.keys(registry.services)
  const config = { ...configFor(folder, upstream.url, registry, played), ...settings }
  const clock = createClock()
  const { sessionKey, auditKey } = config
  const keys = { sessionKey, auditKey, ...(storeUrl === undefined ? {} : { databaseUrl: storeUrl }) }
  const store = await openStore({ ...keys, tables: backOffice.tables, dataDir: folder, now: clock.now })
  const log: string[] = []
  const watch: GatewayExtension = {
    guards: [],
    labels: {},
    registerRoutes: (scope) =>
      void scope.addHook('onRequest', async ({ id, headers }) => {
        asked.set(id, String(headers['x-operation'] ?? ''))
      }),
    sweep: async () => undefined,
    grants: () => true,
  }
  const app = await createGateway({
    config,
    store,
    console: { ...console, extensions: [...console.extensions, watch] },
    consoleDir: null,
    logger: { level: 'trace', stream: { write: (line) => void log.push(line) } },
    now: clock.now,
    ...rest,
    limits: { sessionRate: often, exports: often, ...rest.limits },
  })
  return {
    app,
    store,
    upstream,
    clock,
    log,
    config,
    async stop() {
      await app.close()
      await store.close()
      await upstream.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a session as a completed sign-in would; gives its cookie. */
export async function signedIn(
  { store, clock }: Pick<GatewayUnderTest, 'store' | 'clock'>,
  role = 'admin',
  data: Partial<SessionData> = {},
): Promise<string> {
  const session = await store.sessions.create(
    {
      userId: 1,
      email: 'canary.staff@countersign.test',
      firstName: 'Ada',
      lastName: 'Mint',
      role,
      authType: 'user',
      details: { termsAgreed: 1, clientExist: false, userAdvisorMenu: [] },
      upstreamToken: TOKEN,
      accessToken: 'canary-access-token',
      accessTokenExpiresAt: clock.now() + 9 * 3_600_000,
      refreshToken: 'canary-refresh-token',
      idToken: 'canary-id-token',
      subject: 'subject-1',
      staffCheckedAt: clock.now(),
      authTime: clock.now(),
      ...data,
    },
    { absoluteMs: 8 * 3_600_000 },
  )
  return `__Host-Http-sid=${session.id}`
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string | Buffer
}

/** The smallest picture there is: one transparent pixel as GIF. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** A form of these parts in this order; those with a name of a file are files. */
function formOf(parts: readonly Part[], boundary = 'form-boundary'): Buffer {
  const chunks = parts.flatMap(([name, content, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n')]
  })
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
}

/** The headers that the console's page sends for an operation. */
export const consoleHeaders = (operation: Operation, cookie: string | null): Record<string, string> => ({
  host: HOST,
  origin: PUBLIC_URL,
  'sec-fetch-site': 'same-origin',
  'x-countersign': '1',
  'x-operation': operation.id,
  accept: 'application/json',
  ...headersFor(operation),
  ...(cookie === null ? {} : { cookie }),
  ...(operation.effect === 'mutate' ? { 'idempotency-key': randomUUID() } : {}),
  ...(operation.action?.secondApprover === undefined ? {} : { 'x-approval-reason': 'Asked%20by%20phone' }),
})

/** A file that an operation's form takes. */
const sampleFileFor = ({ id, upload }: Operation): Part => {
  const added = sampleCallOf(id)?.parts.find(([, , fileName]) => fileName !== undefined)
  if (added !== undefined) return added
  const field = upload?.field ?? 'file'
  return upload?.kinds[0] === 'table'
    ? [field, Buffer.from('ticker,quantity\nZZTK,3\n'), 'lines.csv']
    : [field, PIXEL, 'pixel.gif']
}

/** The request that sends a file; a valid one unless other parts are given. */
export function uploadFor(
  operation: Operation,
  cookie: string | null,
  headers: Record<string, string> = {},
  parts: readonly Part[] = [...fieldsFor(operation), sampleFileFor(operation)],
): Sent & { readonly payload: Buffer } {
  return {
    method: operation.browserMethod,
    url: `/api/${operation.service}${pathFor(operation)}`,
    headers: {
      ...consoleHeaders(operation, cookie),
      'content-type': 'multipart/form-data; boundary=form-boundary',
      ...headers,
    },
    payload: formOf(parts),
  }
}

/** The request the browser sends for an operation, with valid values. */
export function requestFor(operation: Operation, cookie: string | null, headers: Record<string, string> = {}): Sent {
  const query = sampleValues(operation.query, operation)
  const path = pathFor(operation)
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  const body = operation.body === undefined ? undefined : sampleValues(operation.body, operation)
  if (operation.kind === 'upload') return uploadFor(operation, cookie, headers)
  const added = sampleCallOf(operation.id)
  if (added !== undefined) {
    const { payload } = added
    return {
      method: operation.browserMethod,
      url: `/api/${operation.service}${path}${added.search}`,
      headers: {
        ...consoleHeaders(operation, cookie),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    }
  }
  const evidence = takesEvidence(operation.action) ? { evidence: evidenceFor(operation) } : {}
  const wrapped = { ...(operation.queryInBody ? { query } : {}), ...(body === undefined ? {} : { body }), ...evidence }
  const payload = operation.queryInBody || takesEvidence(operation.action) ? wrapped : body
  return {
    method: operation.browserMethod,
    url: `/api/${operation.service}${path}${operation.queryInBody || search === '' ? '' : `?${search}`}`,
    headers: {
      ...consoleHeaders(operation, cookie),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  }
}

/** What an answer's JSON says. */
export const bodyOf = (response: LightMyRequestResponse): Record<string, unknown> => response.json()

function addedSuccess(operation: Operation, { state }: SampleCall): unknown {
  const { kind, effect, response } = operation
  if (kind === 'read') return withValueAt(undefined, response.item ?? '', state.answer)
  return effect === 'mutate' && kind !== 'getOne' ? actionAnswer(operation) : detailBody(operation, state.answer)
}

/** A plausible success of an operation; a list holds these records. */
export function successOf(operation: Operation, records: readonly Json[] = []): unknown {
  if (operation.kind === 'download') return 'a,b\n1,2\n'
  if (operation.kind === 'list') return listBody(operation, { records, totalPages: 1 })
  const added = sampleCallOf(operation.id)
  if (added !== undefined) return addedSuccess(operation, added)
  if (operation.kind === 'getOne') return { account: [{ id: 3 }] }
  const [shown] = stepsOf(operation.action?.result?.path ?? '')
  return shown === undefined ? { message: 'done' } : { [shown]: {} }
}

/** The headers that such a success has. */
export const contentTypeOf = ({ kind, response: { total } }: Operation): Record<string, string> => ({
  ...(kind === 'download' ? { 'content-type': 'text/csv' } : {}),
  ...(typeof total === 'object' ? { [total.header]: 'records 0-0/1' } : {}),
})
