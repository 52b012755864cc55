import type { EmbeddedReport } from '../../server/embeddedProcess.ts'
import { addressVariable } from '../../server/config/settings.ts'
import { embeddedEnvironment } from './environment.ts'
import { EMBEDDED_PASSWORD } from '../../server/embedded/identity/passwords.ts'
import { staff } from './shared/callers.ts'
import { startEmbedded, type Embedded, type EmbeddedOptions } from './start.ts'

/** The entry of `npm run embedded`, and of the child process that `npm start` forks. */

function fail(problems: readonly string[]): never {
  console.error(['The embedded services cannot start:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  process.exit(1)
}

/** The variables of a gateway that uses these services, and who may sign in. */
function describe({ urls, oidc, serviceToken, addressKey }: Embedded, { publicUrl }: EmbeddedOptions): string {
  const { oidcIssuer, okta, ...services } = urls
  const variables = {
    PUBLIC_URL: publicUrl,
    ...Object.fromEntries(Object.entries(services).map(([name, url]) => [addressVariable(name), url])),
    ADDRESS_API_KEY: addressKey.value,
    SERVICE_TOKEN_HEADER: serviceToken.header,
    SERVICE_TOKEN: serviceToken.value,
    OIDC_ISSUER: oidcIssuer,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET: oidc.clientSecret,
    OKTA_URL: okta,
  }
  return [
    'The embedded services answer. A gateway uses them with these variables:',
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    'Staff can sign in to a gateway at this PUBLIC_URL only. For another one, start these services with its PUBLIC_URL.',
    `Password of all: ${EMBEDDED_PASSWORD}`,
    ...staff.map(({ email, isStaff, passwordExpired }) => {
      const remark = passwordExpired ? ' (expired password)' : isStaff ? '' : ' (not staff)'
      return `  ${email}${remark}`
    }),
  ].join('\n')
}

function reasonOf(error: unknown, { dataDir }: EmbeddedOptions): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const folder = ['ENOENT', 'EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'ERR_SQLITE_ERROR'].includes(
    code,
  )
  return folder ? `DATA_DIR ${dataDir} cannot be used: ${error.message}` : error.message
}

function stopOnRequest(embedded: Embedded): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    embedded.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`The embedded services did not stop cleanly: ${String(error)}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
}

function reportOf({ urls, oidc, serviceToken, addressKey }: Embedded): EmbeddedReport {
  const { oidcIssuer, okta, ...services } = urls
  return {
    type: 'ready',
    services,
    identity: { issuer: oidcIssuer, oktaUrl: okta, ...oidc },
    credentials: { service: serviceToken, address: addressKey },
  }
}

async function run(options: EmbeddedOptions): Promise<void> {
  const embedded = await startEmbedded({ ...options, log: (line) => console.error(line) })
  stopOnRequest(embedded)
  if (!process.send) return console.log(describe(embedded, options))
  // A gateway that has stopped during the start needs no report.
  if (process.connected) process.send(reportOf(embedded))
  else process.kill(process.pid, 'SIGTERM')
}

const { options, problems } = embeddedEnvironment(process.env)
if (problems) fail(problems)
await run(options).catch((error: unknown) => fail([reasonOf(error, options)]))
