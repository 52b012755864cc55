import type { Migration } from 'kysely/migration'
import type { Sealer } from './seal.ts'
import type { Connection } from './tables.ts'

/** What a table of a console's own works with. */
export interface TableParts {
  readonly connection: Connection
  readonly sealer: Sealer
  /** The clock, UTC milliseconds. */
  readonly now: () => number
}

/** A table that a console adds to the store. */
export interface StoreTable<T> {
  /** Steps of its schema by name. A name is used once in a store, and a released step is never edited. */
  readonly migrations: Readonly<Record<string, Migration>>
  open(parts: TableParts): T
}
