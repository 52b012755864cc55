import type { Kysely } from 'kysely'
import { hasChanged, type Tables } from './tables.ts'

export interface ViewValues {
  readonly name: string
  readonly isShared: boolean
  /** Filters, order and columns, as JSON. */
  readonly content: string
}

export interface KeptView extends ViewValues {
  readonly id: string
  readonly resource: string
  readonly userId: number
  readonly version: number
}

/** The views that people have saved of lists, for all gateways together. */
export type SavedViews = ReturnType<typeof createSavedViews>

const viewOf = (row: Tables['saved_view']): KeptView => ({
  id: row.id,
  resource: row.resource,
  userId: row.user_id,
  name: row.name,
  isShared: row.is_shared === 1,
  content: row.content,
  version: row.version,
})

const rowOf = ({ name, isShared, content }: ViewValues, now: number) => ({
  name,
  name_key: name.toLowerCase(),
  is_shared: isShared ? 1 : 0,
  content,
  changed_at: now,
})

/** @param now the clock, UTC milliseconds */
export const createSavedViews = (db: Kysely<Tables>, now: () => number) => ({
  /** The views of a list that this person has: their own, and all that are shared. */
  list: async (resource: string, userId: number): Promise<readonly KeptView[]> => {
    const rows = await db
      .selectFrom('saved_view')
      .selectAll()
      .where('resource', '=', resource)
      .where((row) => row.or([row('user_id', '=', userId), row('is_shared', '=', 1)]))
      .orderBy('name_key')
      .orderBy('id')
      .execute()
    return rows.map(viewOf)
  },
  find: async (id: string): Promise<KeptView | undefined> => {
    const row = await db.selectFrom('saved_view').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : viewOf(row)
  },
  /** Adds a view; false when its name is taken: by another of the person's views, or by another shared one. */
  add: ({ id, resource, userId, ...values }: Omit<KeptView, 'version'>): Promise<boolean> => {
    const row = { ...rowOf(values, now()), id, resource, user_id: userId, version: 1 }
    const added = db.insertInto('saved_view').values(row)
    return hasChanged(added.onConflict((conflict) => conflict.doNothing()))
  },
  /** True when another view of the same list has the name: one of the owner's, or a shared one for a shared view. */
  isTaken: async ({
    id,
    resource,
    userId,
    name,
    isShared,
  }: Omit<KeptView, 'version' | 'content'>): Promise<boolean> => {
    const same = db.selectFrom('saved_view').select('id').where('resource', '=', resource).where('id', '!=', id)
    const row = await same
      .where('name_key', '=', name.toLowerCase())
      .where((each) => each.or([each('user_id', '=', userId), ...(isShared ? [each('is_shared', '=', 1)] : [])]))
      .executeTakeFirst()
    return row !== undefined
  },
  /** Replaces a view of this version; false when it has another one by now, or is gone. */
  replace: (id: string, version: number, values: ViewValues): Promise<boolean> => {
    const replaced = db.updateTable('saved_view').set({ ...rowOf(values, now()), version: version + 1 })
    return hasChanged(replaced.where('id', '=', id).where('version', '=', version))
  },
  remove: (id: string): Promise<boolean> => hasChanged(db.deleteFrom('saved_view').where('id', '=', id)),
})
