import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import type { Drift } from '../../../dataProvider/types.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { loadConfig } from '../../../server/config/loadConfig.ts'
import type { ConsoleServer } from '../../../server/console.ts'
import { startEmbeddedServices } from '../../../server/embeddedServices.ts'
import { createGateway } from '../../../server/gateway/createGateway.ts'
import { openStore } from '../../../server/store/openStore.ts'
import { freePort } from '../../support/freePort.ts'
import { signedInFetch } from '../../support/signIn.ts'

/** Starts a console on records that are made up, as one person. Nothing that it answers may drift. */
export async function startRecords(
  server: ConsoleServer<null>,
  email: string,
  env: Readonly<Record<string, string>> = {},
) {
  const closing: (() => Promise<unknown>)[] = []
  const drift: Drift[] = []
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'countersign-added-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const loaded = loadConfig({ PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder, ...env }, server)
  const services = await startEmbeddedServices(server, loaded)
  closing.push(() => services.stop())
  const { config } = services
  const { sessionKey, auditKey } = config
  const store = await openStore({ tables: [], dataDir: folder, sessionKey, auditKey })
  closing.push(() => store.close())
  const gateway = await createGateway({
    config,
    store,
    console: server.gateway(null),
    limits: { sessionRate: { max: 10_000, windowMs: 1000 } },
    logger: false,
    consoleDir: null,
  })
  closing.push(() => gateway.close())
  await gateway.listen({ host: config.host, port })
  const fetch = await signedInFetch(url, email)
  const { definitions } = server.model
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
  return { provider, greeting: services.greeting, services: config.services, close }
}
