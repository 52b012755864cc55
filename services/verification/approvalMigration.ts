import type { Migration } from 'kysely/migration'

/** How far the automatic address approval of each case has come. */
export const createApprovalSteps: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('approval_step')
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('sketch_id', 'text', (column) => column.notNull())
      .addColumn('step', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('approval_step_pk', ['account_id', 'sketch_id', 'step'])
      .execute()
    await db.schema.createIndex('approval_step_age').on('approval_step').columns(['step', 'changed_at']).execute()
  },
}
