import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type ConsoleModel, type Registry, withoutRole } from '../../language/registry.ts'
import { type AuditSink, readAuditSink, sinkWarnings } from './auditSink.ts'
import { readAssumedCalls } from './assumedCalls.ts'
import { type Config, type Environment, environments, type IdentityConfig } from './config.ts'
import { ensureFolder, readOrCreateKey } from './dataDir.ts'
import { readFigures } from './figures.ts'
import { readServiceHeaders } from './headerCredential.ts'
import { readEarlierKeys, readKeys } from './keys.ts'
import { addressVariable, errorCode, type Settings, settingsFrom, StartError } from './settings.ts'

/** The checked environment. `services` and `identity` lack what the embedded services provide. */
export interface LoadedConfig<S> {
  readonly config: Omit<Config, 'identity'>
  readonly identity: IdentityConfig | undefined
  /** The address of the database as the role that owns its tables. */
  readonly databaseOwnerUrl: string | null
  /** Keys of the audit trail from before, the newest first. */
  readonly earlierAuditKeys: readonly Uint8Array[]
  /** The second place for checkpoints of the audit trail. */
  readonly auditSink: AuditSink | null
  /** What an operator should know; the console starts nevertheless. */
  readonly warnings: readonly string[]
  /** The console's own settings. */
  readonly settings: S
}

/** The part of a console that reads the environment. `S` is its own settings, beyond the framework's. */
export interface ConsoleReader<S> {
  readonly model: ConsoleModel
  /** Reads and checks the console's own variables. Notes every problem in `settings`. */
  readonly readSettings: (settings: Settings, isDev: boolean) => S
}

const isLoopbackHost = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'))

const isLoopback = (address: string): boolean => isLoopbackHost(new URL(address).hostname)

/** Notes an address to which tokens or passwords would be sent in plain text over a network. */
function requireHttps(settings: Settings, name: string, url: string | undefined): void {
  if (url?.startsWith('http:') === true && !isLoopback(url)) settings.problems.push(`${name} must use https`)
}

/** The widest ranges that one operator's proxies are in: 10.0.0.0/8 and fc00::/7. */
const widest = { 4: 8, 6: 7 } as const

/** What is wrong with an address or a range of proxies; `undefined` when nothing is. */
function rangeProblem(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address) === 6 ? 6 : 4
  const size = bits === undefined ? 128 : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN
  if (isIP(address) === 0 || rest.length > 0 || !(bits === undefined || size <= (family === 6 ? 128 : 32)))
    return 'give IP addresses or ranges such as 10.0.0.0/8, separated by commas'
  return size < widest[family] ? "trusts nearly everyone's word for an address: name the proxies' own range" : undefined
}

function readTrustProxy(settings: Settings): string | false {
  const text = settings.text('TRUST_PROXY')
  if (text === undefined) return false
  for (const part of text.split(',')) {
    const problem = rangeProblem(part.trim())
    if (problem !== undefined) settings.problems.push(`TRUST_PROXY has '${part}': ${problem}`)
  }
  return text
}

/** True for a database on the same machine, and for one whose address asks for TLS with a certificate that is checked. */
function isPrivate(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const mode = searchParams.get('sslmode') ?? ''
  return host === '' || host.startsWith('/') || isLoopbackHost(host) || /^(?:require|verify-ca|verify-full)$/.test(mode)
}

function readDatabaseUrl(
  settings: Settings,
  name: 'DATABASE_URL' | 'DATABASE_OWNER_URL',
  isDev: boolean,
): string | null {
  const url = settings.secret(name)
  if (url === undefined) return null
  if (!(URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol)))
    settings.problems.push(
      `${name} is not the address of a PostgreSQL: write it as postgresql://user:password@host/database`,
    )
  else if (!isDev && !isPrivate(url))
    settings.problems.push(`${name} is not encrypted: add ?sslmode=verify-full to it, and turn TLS on in the server`)
  return url
}

/** Reads each service's address. */
function readServices(settings: Settings, { services }: Registry, isDev: boolean): Config['services'] {
  const addresses: Record<string, string> = {}
  for (const service of Object.keys(services)) {
    const name = addressVariable(service)
    const url = settings.address(name)
    if (url !== undefined) addresses[service] = url
    if (isDev) continue
    if (settings.text(name) === undefined)
      settings.missing(name, `base URL of the ${service} service, required outside dev`)
    else requireHttps(settings, name, url)
  }
  return addresses
}

const readHeaders = (settings: Settings, registry: Registry, isDev: boolean): Config['serviceHeaders'] =>
  Object.fromEntries(
    Object.keys(registry.services).map(
      (service) => [service, readServiceHeaders(settings, registry, service, !isDev)] as const,
    ),
  )

/** In dev the embedded identity provider signs staff in, unless anything about another one is set. */
const isIdentityEmbedded = (settings: Settings, isDev: boolean): boolean =>
  isDev &&
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_CLIENT_SECRET_FILE', 'OKTA_URL'].every(
    (name) => settings.text(name) === undefined,
  )

function readIdentity(settings: Settings, isDev: boolean, loginMode: Config['loginMode']): IdentityConfig | undefined {
  const issuer = settings.address('OIDC_ISSUER')
  const clientId = settings.text('OIDC_CLIENT_ID')
  const clientSecret = settings.secret('OIDC_CLIENT_SECRET')
  const oktaUrl = settings.address('OKTA_URL')
  const given = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  if (isIdentityEmbedded(settings, isDev)) return undefined
  if (!isDev) {
    requireHttps(settings, 'OIDC_ISSUER', issuer)
    requireHttps(settings, 'OKTA_URL', oktaUrl)
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined && settings.text(name) === undefined)
      settings.missing(name, 'staff sign in through an OpenID Connect provider')
  }
  if (oktaUrl === undefined && loginMode === 'form' && settings.text('OKTA_URL') === undefined) {
    settings.missing('OKTA_URL', "base URL of the provider's authentication API; or set LOGIN_MODE=redirect")
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret, oktaUrl: oktaUrl ?? issuer }
}

/** With the embedded identity provider, whose passwords are public, the gateway serves this machine only. */
function readHost(settings: Settings, isDev: boolean): string {
  const host = settings.text('HOST') ?? '127.0.0.1'
  if (isIdentityEmbedded(settings, isDev) && !isLoopbackHost(host))
    settings.problems.push(
      `HOST is '${host}', where others reach the embedded identity provider, whose passwords everyone knows: ` +
        'set ENVIRONMENT and OIDC_ISSUER for your own provider, or HOST=127.0.0.1',
    )
  return host
}

function readDataDir(settings: Settings): string {
  const dataDir = resolve(settings.text('DATA_DIR') ?? './data')
  try {
    ensureFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = errorCode(error)
    settings.problems.push(
      `DATA_DIR '${dataDir}' cannot be written (${code}): make it a folder this user may write to, or name another`,
    )
  }
  return dataDir
}

const HOUR_MS = 3_600_000

/** On in production, unless the operator decides otherwise (U9). */
const readApprovals = (settings: Settings, isProduction: boolean): Config['approvals'] => ({
  isOn: settings.oneOf('FOUR_EYES', ['off', 'on'], isProduction ? 'on' : 'off') === 'on',
  expiryMs: settings.integer('APPROVAL_HOURS', 24, 1, 168) * HOUR_MS,
})

/** Node would then accept any certificate, so that every credential could be read on its way. */
function refuseAnyCertificate(settings: Settings): void {
  if (settings.text('NODE_TLS_REJECT_UNAUTHORIZED') === '0')
    settings.problems.push(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, which accepts any certificate: remove it, and name your own authority in NODE_EXTRA_CA_CERTS',
    )
}

function readPublicUrl(settings: Settings, port: number, isDev: boolean): string {
  if (!isDev && settings.text('PUBLIC_URL') === undefined)
    settings.missing('PUBLIC_URL', 'the origin browsers use, required outside dev')
  const url = settings.address('PUBLIC_URL') ?? `http://localhost:${port}`
  if (url.startsWith('http:') && !isLoopback(url))
    settings.problems.push(`PUBLIC_URL is '${url}': off this machine it must use https`)
  if (new URL(url).pathname !== '/')
    settings.problems.push(`PUBLIC_URL is '${url}': the console has an origin of its own, remove the path`)
  return url
}

const FEWEST_CHARACTERS = 16

function readMetricsToken(settings: Settings): string | null {
  const token = settings.secret('METRICS_TOKEN') ?? null
  if (token !== null && token.length < FEWEST_CHARACTERS)
    settings.problems.push(
      `METRICS_TOKEN can be guessed: give at least ${FEWEST_CHARACTERS} characters, such as openssl rand -hex 32 makes`,
    )
  return token
}

/** A wrong name counts as prod, so that what is missing outside dev is named as well. */
const readEnvironment = (settings: Settings): Environment =>
  settings.oneOf('ENVIRONMENT', environments, settings.text('ENVIRONMENT') === undefined ? 'dev' : 'prod')

/** Gateways that share a database share its keys; keys made in a DATA_DIR belong to one machine. */
function requireKeys(settings: Settings, isShared: boolean): void {
  for (const name of ['SESSION_KEY', 'AUDIT_KEY']) {
    const isSet = settings.text(name) !== undefined || settings.text(`${name}_FILE`) !== undefined
    if (isShared && !isSet)
      settings.missing(name, '32 random bytes as 64 hexadecimal digits, the same on every machine')
  }
}

interface Risks extends Pick<Config, 'environment' | 'approvals' | 'databaseUrl' | 'dataDir'> {
  readonly databaseOwnerUrl: string | null
  readonly auditSink: AuditSink | null
}

/** What the operator has chosen that is safe only with good reason. */
function warningsOf({ environment, approvals, auditSink, dataDir, ...database }: Risks): readonly string[] {
  const isDev = environment === 'dev'
  const isAlone = environment === 'prod' && !approvals.isOn
  const isOwner = !isDev && database.databaseUrl !== null && database.databaseOwnerUrl === null
  return [
    ...(isAlone ? ['FOUR_EYES is off: one person alone can do what cannot be undone'] : []),
    ...sinkWarnings(auditSink, dataDir, isDev),
    ...(isOwner
      ? ['DATABASE_OWNER_URL is not set: the role of DATABASE_URL can take the protection off the audit trail']
      : []),
  ]
}

/**
 * Reads and checks every variable of the process. Throws a `StartError` that names all problems at once: malformed
 * values, an unwritable DATA_DIR and, outside dev, everything that is missing.
 */
export function loadConfig<S>(
  env: Readonly<Record<string, string | undefined>>,
  { model, readSettings }: ConsoleReader<S>,
): LoadedConfig<S> {
  const settings = settingsFrom(env)
  const environment = readEnvironment(settings)
  const isDev = environment === 'dev'
  const loginMode = settings.oneOf('LOGIN_MODE', ['form', 'redirect'], 'form')
  const port = settings.integer('PORT', 8080, 0, 65_535)
  const dataDir = readDataDir(settings)
  const given = readKeys(settings)
  const earlierAuditKeys = readEarlierKeys(settings, given.AUDIT_KEY)
  refuseAnyCertificate(settings)
  const databaseUrl = readDatabaseUrl(settings, 'DATABASE_URL', isDev)
  const databaseOwnerUrl = readDatabaseUrl(settings, 'DATABASE_OWNER_URL', isDev)
  if (databaseOwnerUrl !== null && databaseUrl === null) settings.missing('DATABASE_URL', 'DATABASE_OWNER_URL is set')
  requireKeys(settings, !isDev || databaseUrl !== null)
  const config: Omit<Config, 'identity' | 'sessionKey' | 'auditKey'> = {
    port,
    host: readHost(settings, isDev),
    publicUrl: readPublicUrl(settings, port, isDev),
    environment,
    loginMode,
    productName: settings.text('PRODUCT_NAME') ?? 'Countersign',
    forgotPasswordUrl: settings.address('FORGOT_PASSWORD_URL') ?? null,
    changePasswordUrl: settings.address('CHANGE_PASSWORD_URL') ?? null,
    accessContact: settings.text('ACCESS_CONTACT') ?? null,
    metricsToken: readMetricsToken(settings),
    approvals: readApprovals(settings, environment === 'prod'),
    figures: readFigures(settings),
    dataDir,
    databaseUrl,
    noRole: settings.oneOf('NO_ROLE', withoutRole, isDev ? 'full' : 'refuse'),
    trustProxy: readTrustProxy(settings),
    connectionsPerPeer: settings.integer('CONNECTIONS_PER_PEER', 200, 1, 800),
    services: readServices(settings, model.registry, isDev),
    serviceHeaders: readHeaders(settings, model.registry, isDev),
    assumedCalls: readAssumedCalls(settings, model),
  }
  const identity = readIdentity(settings, isDev, loginMode)
  const auditSink = readAuditSink(settings)
  const own = readSettings(settings, isDev)
  if (settings.problems.length > 0) throw new StartError([...settings.problems, ...settings.misspelled()])
  const key = (name: 'SESSION_KEY' | 'AUDIT_KEY', file: string): Uint8Array =>
    given[name] ?? readOrCreateKey(dataDir, file)
  return {
    config: { ...config, sessionKey: key('SESSION_KEY', 'session'), auditKey: key('AUDIT_KEY', 'audit') },
    identity,
    databaseOwnerUrl,
    earlierAuditKeys,
    auditSink,
    warnings: [
      ...settings.misspelled(),
      ...settings.exposed,
      ...warningsOf({ ...config, databaseOwnerUrl, auditSink }),
    ],
    settings: own,
  }
}
