import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { approvalSteps } from './migrations/approvalSteps.ts'
import { auditSubjects } from './migrations/auditSubjects.ts'
import { unknownOutcomes } from './migrations/unknownOutcomes.ts'
import { revealsAndFirstSeen } from './migrations/revealsAndFirstSeen.ts'
import { sessionUpkeep } from './migrations/sessionUpkeep.ts'
import { start } from './migrations/start.ts'
import { StoreError } from './StoreError.ts'
import type { Connection, Engine } from './tables.ts'

/** Every step of the schema, applied in the order of the names; a released step is never edited. */
function migrations(engine: Engine): Record<string, Migration> {
  return {
    '001-start': start(engine),
    '002-reveals-and-first-seen': revealsAndFirstSeen(),
    '003-approval-steps': approvalSteps(),
    '004-audit-subjects': auditSubjects(engine),
    '005-doubts': unknownOutcomes(),
    '006-session-upkeep': sessionUpkeep(),
  }
}

/** The steps that were applied and that this version does not know: a newer version has opened the database. */
async function unknownSteps({ db, engine }: Connection): Promise<readonly string[]> {
  const known = Object.keys(migrations(engine))
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name).filter((name) => !known.includes(name))
}

/**
 * Brings the schema up to date. Each run is one transaction, and on PostgreSQL it waits for another gateway that is
 * migrating, so that any number of gateways may start together.
 *
 * @returns the names of the steps this call applied
 * @throws StoreError when a step fails or the database comes from a newer version
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const { db, engine } = connection
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations(engine)) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) {
    // Where even that cannot be read, the failure itself says more.
    const [newer] = await unknownSteps(connection).catch(() => [])
    if (newer !== undefined) {
      throw new StoreError(
        `the database was opened by a newer version, which added '${newer}': start that version or a later one, or name another ${engine === 'postgres' ? 'DATABASE_URL' : 'DATA_DIR'}`,
        { cause: error },
      )
    }
    const reason = error instanceof Error ? error.message : JSON.stringify(error)
    throw new StoreError(`the database could not be brought up to date: ${reason}`, { cause: error })
  }
  return results.map((result) => result.migrationName)
}
