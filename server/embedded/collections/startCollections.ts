import { type Authorization, authorizationOf, type ConsoleModel } from '../../../language/registry.ts'
import { application, listen } from '../application.ts'
import { openDatabase } from '../database.ts'
import { serveCollections } from './serveCollections.ts'

const SEED = 1

/** The forms of the Authorization header; a service with a key of its own has none. */
const forms: Readonly<Record<Authorization, RegExp>> = { token: /^Token \S+$/, raw: /^\S+$/, key: /^$/ }

export type RunningCollections = Awaited<ReturnType<typeof startCollections>>

/**
 * Starts a service of generated records for each of the named services, on a loopback port of its own. Changes last as
 * long as the process.
 */
export async function startCollections(model: ConsoleModel, services: readonly string[]) {
  const database = openDatabase(undefined)
  const apps = services.map((service) => {
    const app = application((line) => console.error(line))
    const form = forms[authorizationOf(model.registry, service) ?? 'token']
    app.addHook('onRequest', async ({ headers }, reply) =>
      form.test(headers.authorization ?? '') ? undefined : reply.code(401).send({ detail: 'Invalid token.' }),
    )
    serveCollections(app, { model, service, database, seed: SEED })
    return app
  })
  const addresses = await Promise.all(apps.map((app) => listen(app)))
  return {
    services: Object.fromEntries(services.map((service, index) => [service, addresses[index] ?? ''])),
    async stop(): Promise<void> {
      await Promise.all(apps.map((app) => app.close()))
      database.close()
    },
  }
}
