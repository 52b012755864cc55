import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Delays } from '../../../services/embedded/accounts/firm.ts'
import { backOffice } from '../../../services/console.ts'
import { runConsole } from '../../../server/runConsole.ts'
import { port, url } from '../../support/browser.ts'
import { startEmbeddedOverCopy } from './embeddedData.ts'
import { startFaultProxy, type FaultProxy } from '../../support/faultProxy.ts'
import { fillSignIn } from '../../support/fillSignIn.ts'

/** Everything real, in a folder of its own: gateway, store, services. */
export interface ConsoleUnderTest {
  readonly url: string
  /** What its gateway was started with: another one beside it shares all of it but PORT and DATA_DIR. */
  readonly env: Readonly<Record<string, string>>
  readonly main: FaultProxy
  readonly admin: FaultProxy
  readonly trade: FaultProxy
  readonly profile: FaultProxy
  readonly go: FaultProxy
  readonly address: FaultProxy
  /** Lets so many milliseconds pass for the clearing firm, at once. */
  pass(ms: number): void
  /** Ends every fault of every service. */
  mend(): void
  stop(): Promise<void>
}

/**
 * Starts a console over embedded services (600 accounts), each behind a proxy that can be told to fail. `delays` makes
 * the clearing firm quicker or slower.
 */
export async function startConsoleUnderTest(
  env: Readonly<Record<string, string>> = {},
  delays: Partial<Delays> = {},
  isDev = false,
): Promise<ConsoleUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  let ahead = 0
  const clock = () => Date.now() + ahead
  const embedded = await startEmbeddedOverCopy({ accounts: 600, seed: 1, publicUrl: url, delays, clock })
  const [main, admin, trade, profile, go, address] = await Promise.all([
    startFaultProxy(embedded.urls.main),
    startFaultProxy(embedded.urls.admin),
    startFaultProxy(embedded.urls.trade),
    startFaultProxy(embedded.urls.profile),
    startFaultProxy(embedded.urls.go),
    startFaultProxy(embedded.urls.address),
  ])
  const gatewayEnv = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    MAIN_URL: main.url,
    ADMIN_URL: admin.url,
    TRADE_URL: trade.url,
    PROFILE_URL: profile.url,
    GO_URL: go.url,
    SERVICE_TOKEN_HEADER: embedded.serviceToken.header,
    SERVICE_TOKEN: embedded.serviceToken.value,
    ADDRESS_URL: address.url,
    ADDRESS_API_KEY: embedded.addressKey.value,
    OIDC_ISSUER: embedded.urls.oidcIssuer,
    OKTA_URL: embedded.urls.okta,
    OIDC_CLIENT_ID: embedded.oidc.clientId,
    OIDC_CLIENT_SECRET: embedded.oidc.clientSecret,
    TRUST_PROXY: '127.0.0.1',
    ...env,
  }
  const running = await runConsole({
    server: backOffice,
    ...(isDev ? { schemas: 'schemas' } : {}),
    quiet: true,
    env: gatewayEnv,
  })
  const proxies = { main, admin, trade, profile, go, address }
  return {
    url,
    env: gatewayEnv,
    ...proxies,
    pass(ms) {
      ahead += ms
    },
    mend() {
      for (const proxy of Object.values(proxies)) proxy.mend()
    },
    async stop() {
      await running.stop()
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
      await embedded.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Signs in as one of the embedded staff by the calls that the login form makes, and opens the page that is wanted, if
 * any. The page's context has the session afterwards, as after the form.
 */
export async function openSignedIn(page: Page, who = 'admin', wanted?: string): Promise<void> {
  const { request } = page.context()
  const headers = { origin: url, 'x-countersign': '1' }
  const post = async (path: string, data: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await request.post(path, { data, headers })
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
    return (await response.json()) as Readonly<Record<string, unknown>>
  }
  const { location } = await post('/auth/login', { email: `${who}@countersign.test`, password: 'countersign' })
  const callback = await request.get(String(location))
  await post('/auth/complete', { query: new URL(callback.url()).search })
  if (wanted !== undefined) await page.goto(wanted)
}

/** Signs in through the form as one of the embedded staff and waits for the page that was wanted. */
export async function signIn(page: Page, who = 'admin', wanted = '/accounts'): Promise<void> {
  await page.goto(wanted)
  await fillSignIn(page, `${who}@countersign.test`)
  await page.waitForURL(`**${wanted}`)
}
