import { isIP } from 'node:net'
import type { Registry } from '../../language/registry.ts'
import type { Config, IdentityConfig } from './config.ts'
import { readServiceHeaders } from './headerCredential.ts'
import { addressVariable, type Settings } from './settings.ts'

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

export function readTrustProxy(settings: Settings): string | false {
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

export function readDatabaseUrl(
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
export function readServices(settings: Settings, { services }: Registry, isDev: boolean): Config['services'] {
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

export const readHeaders = (settings: Settings, registry: Registry, isDev: boolean): Config['serviceHeaders'] =>
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

export function readIdentity(
  settings: Settings,
  isDev: boolean,
  loginMode: Config['loginMode'],
): IdentityConfig | undefined {
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
export function readHost(settings: Settings, isDev: boolean): string {
  const host = settings.text('HOST') ?? '127.0.0.1'
  if (isIdentityEmbedded(settings, isDev) && !isLoopbackHost(host))
    settings.problems.push(
      `HOST is '${host}', where others reach the embedded identity provider, whose passwords everyone knows: ` +
        'set ENVIRONMENT and OIDC_ISSUER for your own provider, or HOST=127.0.0.1',
    )
  return host
}

export function readPublicUrl(settings: Settings, port: number, isDev: boolean): string {
  if (!isDev && settings.text('PUBLIC_URL') === undefined)
    settings.missing('PUBLIC_URL', 'the origin browsers use, required outside dev')
  const url = settings.address('PUBLIC_URL') ?? `http://localhost:${port}`
  if (url.startsWith('http:') && !isLoopback(url))
    settings.problems.push(`PUBLIC_URL is '${url}': off this machine it must use https`)
  if (new URL(url).pathname !== '/')
    settings.problems.push(`PUBLIC_URL is '${url}': the console has an origin of its own, remove the path`)
  return url
}
