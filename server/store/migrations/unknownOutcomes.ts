import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What came of a change and has not been told: the same wish is asked about before it is sent again (decision 19). */
export function unknownOutcomes(): Migration {
  return {
    up: async (db) => {
      await db.schema.alterTable('idempotency').addColumn('doubt', 'text').execute()
      await sql`update idempotency set doubt = 'unknown' where state = 'unknown'`.execute(db)
      await sql`create index idempotency_doubt on idempotency (operation, request_hash)
        where doubt is not null`.execute(db)
    },
  }
}
