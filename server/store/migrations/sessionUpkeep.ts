import type { Migration } from 'kysely/migration'

/** Until when a session is in one gateway's hands, so that no two renew its tokens (S-08). */
export function sessionUpkeep(): Migration {
  return {
    up: async (db) => {
      await db.schema
        .alterTable('session')
        .addColumn('upkeep_until', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  }
}
