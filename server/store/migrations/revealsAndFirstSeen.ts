import type { Migration } from 'kysely/migration'

/** What reveals are counted by, and when states without a moment of their own were first seen. */
export function revealsAndFirstSeen(): Migration {
  return {
    up: async (db) => {
      await db.schema
        .createTable('reveal')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'bigint', (column) => column.notNull())
        .addColumn('revealed_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('reveal_of_user').on('reveal').columns(['user_id', 'revealed_at']).execute()
      await db.schema.createIndex('reveal_age').on('reveal').column('revealed_at').execute()
      await db.schema
        .createTable('first_seen')
        .addColumn('state_hash', 'text', (column) => column.primaryKey())
        .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
        .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('first_seen_age').on('first_seen').column('last_seen_at').execute()
    },
  }
}
