import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { frameworkSteps } from './migrations.ts'
import { type Connection, type Engine, StoreError, type StoreTable } from './tables.ts'

type Steps = Readonly<Record<string, Migration>>

/** The framework's steps and those of the console's tables. @throws StoreError for two of one name */
function allSteps(engine: Engine, tables: readonly StoreTable<unknown>[]): Steps {
  const named = [frameworkSteps(engine), ...tables.map(({ migrations }) => migrations)].flatMap(
    Object.entries<Migration>,
  )
  const names = named.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new StoreError(`two steps of the database's schema are called '${twice}': give each its own name`)
  return Object.fromEntries(named)
}

/** The applied steps that this version does not know: a newer version has opened the database. */
async function unknownSteps({ db }: Connection, steps: Steps): Promise<readonly string[]> {
  const known = Object.keys(steps)
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name).filter((name) => !known.includes(name))
}

/**
 * Brings the schema up to date. Each run is one transaction, and on PostgreSQL it waits for another gateway that is
 * migrating, so that any number of gateways may start together.
 *
 * @param notice hears which steps this call applied, and how long that took
 * @throws StoreError when a step fails or the database comes from a newer version
 */
export async function migrate(
  connection: Connection,
  tables: readonly StoreTable<unknown>[],
  notice: (message: string) => void,
): Promise<void> {
  const { db, engine } = connection
  const startedAt = performance.now()
  const steps = allSteps(engine, tables)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...steps }) },
    // A new step of the framework may come between applied steps of a console, and the reverse.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) {
    // If that cannot be read either, the failure itself is reported.
    const [newer] = await unknownSteps(connection, steps).catch(() => [])
    if (newer !== undefined) {
      throw new StoreError(
        `the database was opened by a newer version, which added '${newer}': start that version or a later one, or restore the backup from before it; this version cannot go back`,
        { cause: error },
      )
    }
    const reason = error instanceof Error ? error.message : JSON.stringify(error)
    throw new StoreError(`the database could not be brought up to date: ${reason}`, { cause: error })
  }
  if (results.length > 0) {
    const names = results.map(({ migrationName }) => migrationName).join(', ')
    notice(`the database was brought up to date in ${Math.round(performance.now() - startedAt)} ms: ${names}`)
  }
}
