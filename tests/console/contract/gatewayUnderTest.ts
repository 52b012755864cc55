import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operationsOf } from '../../../language/operations.ts'
import type { ConsoleModel } from '../../../language/registry.ts'
import { model as ownModel } from '../../../schemas/index.ts'
import type { Config } from '../../../server/config/config.ts'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import type { Embedded } from '../../../services/embedded/start.ts'
import { startCollections } from '../../../server/embedded/collections/startCollections.ts'
import { createGateway } from '../../../server/gateway/createGateway.ts'
import { backOffice } from '../../../services/console.ts'
import type { ConsoleSettings } from '../../../services/settings.ts'
import { loadConfig } from '../../../server/config/loadConfig.ts'
import { openStore } from '../../../server/store/openStore.ts'
import { freePort } from '../../support/freePort.ts'

/** A gateway over the embedded services, without a browser. */
export interface GatewayUnderTest {
  readonly url: string
  readonly embedded: Embedded
  readonly stop: () => Promise<void>
}

interface Configured {
  readonly config: Config
  readonly settings: ConsoleSettings
}

const configOf = (folder: string, port: number, url: string, { urls, oidc, serviceToken }: Embedded): Configured => {
  const env = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    MAIN_URL: urls.main,
    ADMIN_URL: urls.admin,
    TRADE_URL: urls.trade,
    PROFILE_URL: urls.profile,
    GO_URL: urls.go,
    SERVICE_TOKEN_HEADER: serviceToken.header,
    SERVICE_TOKEN: serviceToken.value,
    OIDC_ISSUER: urls.oidcIssuer,
    OKTA_URL: urls.okta,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET: oidc.clientSecret,
  }
  const { config, identity, settings } = loadConfig(env, backOffice)
  if (identity === undefined) throw new Error('The embedded identity provider is not complete')
  return { config: { ...config, identity }, settings }
}

/** The services that definitions call and that are not among those with an address. */
const unserved = (model: ConsoleModel, services: Config['services']): readonly string[] =>
  [...new Set(model.definitions.flatMap(operationsOf).map(({ service }) => service))].filter(
    (service) => services[service] === undefined,
  )

/**
 * Starts everything behind the browser on free ports, with a store of its own and 600 accounts. A service without an
 * embedded one is served with generated records, as in development.
 */
export async function startGatewayUnderTest(model: ConsoleModel = ownModel): Promise<GatewayUnderTest> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'countersign-contract-'))
  // The clearing firm answers while a test can wait for it.
  const delays = { caseDecision: 200, appealDecision: 200 }
  const embedded = await startEmbeddedOverCopy({ accounts: 600, seed: 1, publicUrl: url, delays, model })
  const { config, settings } = configOf(folder, port, url, embedded)
  const generated = await startCollections(model, unserved(model, config.services))
  const store = await openStore({
    tables: backOffice.tables,
    dataDir: folder,
    sessionKey: config.sessionKey,
    auditKey: config.auditKey,
  })
  // Tests ask faster than people do.
  const limits = { sessionRate: { max: 10_000, windowMs: 1000 } }
  const gateway = await createGateway({
    config: { ...config, services: { ...generated.services, ...config.services } },
    store,
    console: { ...backOffice.gateway(settings), model },
    limits,
    logger: false,
    consoleDir: null,
  })
  await gateway.listen({ host: config.host, port })
  return {
    url,
    embedded,
    async stop() {
      await gateway.close()
      await store.close()
      await Promise.all([embedded.close(), generated.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
