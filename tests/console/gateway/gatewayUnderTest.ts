import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JSONSchema } from 'json-schema-to-ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Source } from '../../../language/binding.ts'
import type { GatewayExtension } from '../../../server/gateway/gatewayConsole.ts'
import { takesEvidence } from '../../../language/evidence.ts'
import { isConditional, operationTable, type Operation, needsOwner } from '../../../language/operations.ts'
import { stepsOf } from '../../../language/pointer.ts'
import { fillPath, placeholdersOf } from '../../../language/template.ts'
import type { Config } from '../../../server/config/config.ts'
import { createGateway, type GatewayOptions } from '../../../server/gateway/createGateway.ts'
import { backOffice } from '../../../services/console.ts'
import type { SessionData } from '../../../server/store/sessions.ts'
import { openStore, type Store } from '../../../server/store/openStore.ts'
import { gatewayConsole, type GatewayConsoleOptions } from '../support/gatewayConsole.ts'
import { ownModel } from '../support/ownModel.ts'
import { startFaultyUpstream, type FaultyUpstream } from '../../support/faultyUpstream.ts'
import { listBody } from '../../framework/contract/fixtures.ts'
import { sampleOf } from '../../framework/contract/sample.ts'
import { ASKED_ABOUT, confirmationFor, currentState, type Named } from './currentState.ts'
import { labels } from './sampleSnaps.ts'
import type { Json } from '../../framework/contract/fixtureTypes.ts'

export { ASKED_ABOUT }

export const [PUBLIC_URL, HOST] = ['http://localhost:8080', 'localhost:8080']
export const TOKEN = 'canary-upstream-token'
export const SERVICE_TOKEN = 'canary-service-token'

/** Every operation that tests have values for. */
export const operations = [...operationTable(ownModel.definitions).values()]
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

const configFor = (dataDir: string, upstreamUrl: string, services: readonly string[]): Config => ({
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
  serviceHeaders: {},
})

const often = { max: 100_000, windowMs: 1000 }

interface UnderTestOptions extends Partial<GatewayOptions>, GatewayConsoleOptions {
  readonly settings?: Partial<Config>
  /** The database that its store is in, which the settings may name without it. */
  readonly storeUrl?: string
  /** Scripts also answer what the gateway reads before a change. */
  readonly isAllScripted?: boolean
}

/** A gateway over one scriptable upstream that plays every service, with a store of its own. */
export async function startGateway(options: UnderTestOptions = {}): Promise<GatewayUnderTest> {
  const { settings, own, definitions: other, figures, isAllScripted = false, storeUrl, ...rest } = options
  const folder = await mkdtemp(join(tmpdir(), 'countersign-gateway-'))
  /** The operation that each request to the gateway asks for. */
  const asked = new Map<string, string>()
  const upstream = await startFaultyUpstream(({ method, target, headers }) => {
    const id = asked.get(headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1] ?? '') ?? ''
    const operation = operations.find((each) => each.id === id)
    const isOwners = target.endsWith(`apex_account_id=${ASKED_ABOUT}`)
    const isFirst = operation !== undefined && (isConditional(operation) || operation.effect === 'mutate')
    const isRead = isOwners || (method === 'GET' && isFirst)
    return isRead && !isAllScripted ? currentState(target, id, named) : undefined
  })
  const { services = {} } = rest.console?.model.registry ?? {}
  const called = new Set(operations.map(({ service }) => service))
  const played = rest.console === undefined ? [...called] : Object.keys(services)
  const config = { ...configFor(folder, upstream.url, played), ...settings }
  const clock = createClock()
  const { sessionKey, auditKey } = config
  const keys = { sessionKey, auditKey, ...(storeUrl === undefined ? {} : { databaseUrl: storeUrl }) }
  const store = await openStore({ ...keys, tables: backOffice.tables, dataDir: folder, now: clock.now })
  const log: string[] = []
  const console = gatewayConsole({
    ...(own === undefined ? {} : { own }),
    ...(other === undefined ? {} : { definitions: other }),
    ...(figures === undefined ? {} : { figures }),
  })
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

/** The evidence that goes with an operation whose sample values are sent, where it takes any. */
export const evidenceFor = ({ action }: Operation, acknowledged: readonly string[] = []) => {
  const cited = Object.entries(action?.input ?? {}).flatMap(([name, input]) =>
    input.cited === true ? [samples[name]].flat().map(String) : [],
  )
  return { reliedOn: cited.map((value) => ({ value, label: labels[value] ?? value })), acknowledged }
}

/** The values that name a sample record. */
const named: Named = { id: 3, snap_id: 'snap-3', account_no: '9ZZ10058', user__id: 910_741, sketchId: 'sketch-3' }

/** A valid value for every declared source of an operation, by wire name. */
const samples: Readonly<Record<string, unknown>> = {
  ...named,
  page: 2,
  search: 'quill',
  status: 'COMPLETE',
  pending_documents: true,
  transfer_request: true,
  reason: 'Asked for twice',
  apex_account_id: ASKED_ABOUT,
  account_status: 'ACTION_REQUIRED',
  document: 'snap-3',
  documents: ['snap-3', 'snap-4'],
  data: [{ sketchId: 'sketch-3', snapIDs: [{ id: 'snap-3', type: 'ID', proof: 'SSC', status: 'uploaded' }] }],
}

/** A valid value: the one written above, or any that the schema takes. */
const valueFor = (name: string, schema: JSONSchema | undefined): unknown => samples[name] ?? sampleOf(schema, name)

function sampleFor(source: Source, operation: Operation): unknown {
  const { definition, action } = operation
  const { list, record } = definition
  if ('session' in source) return undefined
  if ('const' in source) return source.const
  if ('nested' in source) return sampleValues(source.nested, operation)
  if ('field' in source) return valueFor(source.field, record.properties[source.field])
  if ('input' in source) return valueFor(source.input, action?.input[source.input]?.schema)
  if ('filter' in source) return valueFor(source.filter, list?.filters[source.filter])
  if (!('param' in source)) return undefined
  const { schema } = list?.search ?? {}
  return source.param === 'search' && schema !== undefined ? sampleOf(schema) : samples[source.param]
}

/** A valid value for each source of the operation; what the gateway fills in has none. */
export const sampleValues = (sources: Operation['query'], operation: Operation): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sources)
      .filter(([, source]) => !('session' in source))
      .map(([name, source]) => [name, sampleFor(source, operation)]),
  )

/** The path of the sample call. */
export const pathFor = ({ path, definition }: Operation): string =>
  fillPath(
    path,
    Object.fromEntries(placeholdersOf(path).map((name) => [name, valueFor(name, definition.record.properties[name])])),
  )

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string | Buffer
}

/** The smallest picture there is: one transparent pixel as GIF. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Part = readonly [name: string, content: string | Buffer, fileName?: string]

/** A form of these parts in this order; those with a name of a file are files. */
function formOf(parts: readonly Part[], boundary = 'form-boundary'): Buffer {
  const chunks = parts.flatMap(([name, content, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n')]
  })
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
}

/** The values that an upload sends along, as the fields of its form. */
export const fieldsFor = (operation: Operation): readonly Part[] =>
  Object.entries(sampleValues(operation.body ?? {}, operation)).map(([name, value]) => [name, String(value)] as const)

/** The headers that the console's page sends for an operation. */
export const consoleHeaders = (operation: Operation, cookie: string | null): Record<string, string> => ({
  host: HOST,
  origin: PUBLIC_URL,
  'sec-fetch-site': 'same-origin',
  'x-countersign': '1',
  'x-operation': operation.id,
  accept: 'application/json',
  ...(cookie === null ? {} : { cookie }),
  ...(operation.effect === 'mutate' ? { 'idempotency-key': randomUUID() } : {}),
  ...(needsOwner(operation) ? { 'x-owner': String(ASKED_ABOUT) } : {}),
  ...confirmationFor(operation, valueFor),
  ...(operation.action?.secondApprover === undefined ? {} : { 'x-approval-reason': 'Asked%20by%20phone' }),
})

/** A file that an operation's form takes. */
const sampleFileFor = ({ upload }: Operation): Part => {
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

/** A plausible success of an operation; a list holds these records. */
export function successOf(operation: Operation, records: readonly Json[] = []): unknown {
  if (operation.kind === 'download') return 'a,b\n1,2\n'
  if (operation.kind === 'list') return listBody(operation, { records, totalPages: 1 })
  if (operation.kind === 'getOne') return { account: [{ id: 3 }] }
  const [shown] = stepsOf(operation.action?.result?.path ?? '')
  return shown === undefined ? { message: 'done' } : { [shown]: {} }
}

/** The content type such a success has. */
export const contentTypeOf = ({ kind }: Operation): Record<string, string> =>
  kind === 'download' ? { 'content-type': 'text/csv' } : {}
