import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import type { Drift } from '../../../dataProvider/types.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { authored as recipes } from '../../../examples/cookbook/index.ts'
import { library } from '../../../examples/library/console.ts'
import type { Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { loadConfig } from '../../../server/config/loadConfig.ts'
import { startEmbeddedServices } from '../../../server/embeddedServices.ts'
import { createGateway } from '../../../server/gateway/createGateway.ts'
import { openStore } from '../../../server/store/openStore.ts'
import { freePort } from '../../support/freePort.ts'
import { signedInFetch } from '../../support/signIn.ts'
import * as shop from '../../support/shop.ts'

const { registry } = library.authored
const added = [shop.registry, recipes.registry]
const permissions = [...shop.permissions, ...recipes.registry.permissions]

/** The library with five services more: nothing is written but their definitions and names. */
const authored = {
  ...library.authored,
  registry: {
    ...registry,
    services: Object.assign({}, registry.services, ...added.map(({ services }) => services)) as Registry['services'],
    permissions: [...registry.permissions, ...permissions],
    roles: { ...registry.roles, librarian: [...(registry.roles['librarian'] ?? []), ...permissions] },
    tones: Object.assign({}, registry.tones, ...added.map(({ tones }) => tones)) as Registry['tones'],
  },
  screens: [...library.authored.screens, ...shop.shop.screens, ...recipes.screens],
  nested: [...shop.shop.nested, ...recipes.nested],
}
export const model = resolveConsole(authored)
const { definitions } = model
export const server = { ...library, authored, model, gateway: () => ({ ...library.gateway(null), model }) }

/** Starts the console on records that are made up. Nothing that it answers may drift. */
export async function startAdded() {
  const closing: (() => Promise<unknown>)[] = []
  const drift: Drift[] = []
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'countersign-added-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const loaded = loadConfig({ PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder, BILLING_TENANT: 'north' }, server)
  const services = await startEmbeddedServices(server, loaded)
  closing.push(() => services.stop())
  const { config } = services
  const { sessionKey, auditKey } = config
  const store = await openStore({ tables: [], dataDir: folder, sessionKey, auditKey })
  closing.push(() => store.close())
  const gateway = await createGateway({
    config,
    store,
    console: server.gateway(),
    limits: { sessionRate: { max: 10_000, windowMs: 1000 } },
    logger: false,
    consoleDir: null,
  })
  closing.push(() => gateway.close())
  await gateway.listen({ host: config.host, port })
  const fetch = await signedInFetch(url, 'librarian@library.test')
  const validators = compileValidators(definitions)
  const provider = createDataProvider({
    definitions,
    validators,
    origin: url,
    fetch,
    onDrift: (seen) => drift.push(seen),
  })
  const close = async (): Promise<void> => {
    for (const end of closing.toReversed()) await end()
    expect(drift).toEqual([])
  }
  return { provider, greeting: services.greeting, shopUrl: config.services['tryout'] ?? '', close }
}
