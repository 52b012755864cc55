import { parseOwn } from '../../config/ownJson.ts'
import type { DatabaseSync } from 'node:sqlite'
import {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
  type JWKS,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { type SqlRow, statements } from '../database.ts'
import { type Page, pageHeaders, problemPage, signOutPage } from './pages.ts'
import type { Person } from './passwords.ts'

const now = (): number => Math.floor(Date.now() / 1000)

const createTable = `
  CREATE TABLE IF NOT EXISTS identity_records (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, expires INTEGER,
    grant_id TEXT, uid TEXT, user_code TEXT,
    PRIMARY KEY (model, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS identity_records_grant ON identity_records (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS identity_records_uid ON identity_records (model, uid) WHERE uid IS NOT NULL;
`

const upsert = `INSERT INTO identity_records VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
  payload = excluded.payload, expires = excluded.expires, grant_id = excluded.grant_id,
  uid = excluded.uid, user_code = excluded.user_code`

const select = (column: 'id' | 'uid' | 'user_code'): string =>
  `SELECT payload FROM identity_records WHERE model = ? AND ${column} = ? AND (expires IS NULL OR expires > ?)`

function payloadOf(row: SqlRow | undefined): AdapterPayload | undefined {
  return row && parseOwn<AdapterPayload>(String(row['payload']))
}

/**
 * Stores the sessions, codes and tokens of the identity provider in a table, so they survive a restart.
 * Expired records are removed when it is opened.
 */
export function openAdapter(database: DatabaseSync): (model: string) => Adapter {
  database.exec(createTable)
  const { first, run } = statements(database)
  run('DELETE FROM identity_records WHERE expires <= ?', [now()])
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const expires = expiresIn ? now() + expiresIn : null
      const { grantId, uid, userCode } = payload
      run(upsert, [model, id, JSON.stringify(payload), expires, grantId ?? null, uid ?? null, userCode ?? null])
    },
    find: async (id) => payloadOf(first(select('id'), [model, id, now()])),
    findByUid: async (uid) => payloadOf(first(select('uid'), [model, uid, now()])),
    findByUserCode: async (code) => payloadOf(first(select('user_code'), [model, code, now()])),
    async consume(id) {
      run("UPDATE identity_records SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?", [
        now(),
        model,
        id,
      ])
    },
    async destroy(id) {
      run('DELETE FROM identity_records WHERE model = ? AND id = ?', [model, id])
    },
    async revokeByGrantId(grantId) {
      run('DELETE FROM identity_records WHERE grant_id = ?', [grantId])
    },
  })
}

export interface ProviderParts {
  readonly issuer: string
  readonly people: readonly Person[]
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  /** The console's origin. */
  readonly publicUrl: string
  readonly jwks: JWKS
  readonly cookieKeys: readonly string[]
  readonly adapter: (model: string) => Adapter
  readonly log: (line: string) => void
}

const SESSION_SECONDS = 8 * 3600

function show(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page))
  ctx.type = 'html'
  ctx.body = page.html
}

/** A session token always starts a new sign-in, even while another person's session with the provider is open. */
function promptPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  const check = new interactionPolicy.Check(
    'session_token',
    'a session token was presented',
    'login_required',
    ({ oidc }) => typeof oidc.params?.['sessionToken'] === 'string' && oidc.result?.login === undefined,
  )
  policy.get('login')?.checks.add(check)
  return policy
}

/** The console gets its scopes without a consent page. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc
  if (!client || !session?.accountId) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (existing) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid profile email offline_access')
  await grant.save()
  return grant
}

function accountOf(people: readonly Person[], subject: string) {
  const person = people.find((one) => one.subject === subject)
  if (!person) return undefined
  const { firstName, lastName, email } = person
  const claims = { sub: subject, name: `${firstName} ${lastName}`, given_name: firstName, family_name: lastName, email }
  return { accountId: subject, claims: async () => ({ ...claims, email_verified: true }) }
}

function clientOf({ client, publicUrl }: ProviderParts): NonNullable<Configuration['clients']>[number] {
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: [`${publicUrl}/auth/callback`],
    post_logout_redirect_uris: [`${publicUrl}/login?signedOut=1`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: 'ES256',
    require_auth_time: true,
    backchannel_logout_uri: `${publicUrl}/auth/backchannel`,
    backchannel_logout_session_required: true,
  }
}

function configuration(parts: ProviderParts): Configuration {
  const { publicUrl, people } = parts
  const cookie = { sameSite: 'lax', httpOnly: true, signed: true } as const
  return {
    adapter: parts.adapter,
    jwks: parts.jwks,
    clients: [clientOf(parts)],
    cookies: { keys: [...parts.cookieKeys], long: cookie, short: cookie },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub'], profile: ['name', 'given_name', 'family_name'], email: ['email', 'email_verified'] },
    // Names and addresses come from userinfo alone: an ID token travels in the address of the sign-out.
    conformIdTokenClaims: true,
    extraParams: ['sessionToken'],
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 3600,
      IdToken: 3600,
      RefreshToken: SESSION_SECONDS,
      Session: SESSION_SECONDS,
      Interaction: 600,
      Grant: SESSION_SECONDS,
    },
    findAccount: (_ctx, subject) => accountOf(people, subject),
    loadExistingGrant,
    interactions: { policy: promptPolicy(), url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      userinfo: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) =>
          show(ctx, signOutPage(publicUrl, form, ctx.oidc.entities['IdTokenHint'] !== undefined)),
      },
    },
    renderError: async (ctx, { error, error_description: reason }) =>
      show(ctx, problemPage(publicUrl, reason ?? error)),
  }
}

/** The OpenID provider: authorization code with PKCE, rotating refresh tokens, revocation, userinfo, RP-initiated logout. */
export function openIdProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts))
  provider.on('server_error', (_ctx, error) => parts.log(`embedded: identity provider failed: ${String(error)}`))
  return provider
}
