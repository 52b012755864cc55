import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { type ConsoleModel, withoutRole } from '../../language/registry.ts'
import {
  readDatabaseUrl,
  readHeaders,
  readHost,
  readIdentity,
  readPublicUrl,
  readServices,
  readTrustProxy,
} from './addresses.ts'
import { type AuditSink, readAuditSink, sinkWarnings } from './auditSink.ts'
import { readAssumedCalls } from './assumedCalls.ts'
import { type Config, type Environment, environments, type IdentityConfig } from './config.ts'
import { ensureFolder, readOrCreateKey } from './dataDir.ts'
import { readFigures } from './figures.ts'
import { readEarlierKeys, readKeys } from './keys.ts'
import { errorCode, type Settings, settingsFrom, StartError } from './settings.ts'

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
  readonly logLevel: 'info' | 'warn'
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
  const beyond = {
    identity: readIdentity(settings, isDev, loginMode),
    databaseOwnerUrl,
    earlierAuditKeys,
    auditSink: readAuditSink(settings),
    logLevel: settings.oneOf('LOG_LEVEL', ['info', 'warn'], isDev ? 'warn' : 'info'),
    settings: readSettings(settings, isDev),
  }
  if (settings.problems.length > 0) throw new StartError([...settings.problems, ...settings.misspelled()])
  const key = (name: 'SESSION_KEY' | 'AUDIT_KEY', file: string): Uint8Array =>
    given[name] ?? readOrCreateKey(dataDir, file)
  return {
    config: { ...config, sessionKey: key('SESSION_KEY', 'session'), auditKey: key('AUDIT_KEY', 'audit') },
    ...beyond,
    warnings: [...settings.misspelled(), ...settings.exposed, ...warningsOf({ ...config, ...beyond })],
  }
}
