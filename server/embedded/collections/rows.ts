import { parseOwn } from '../../config/ownJson.ts'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, type SqlRow, statements } from '../database.ts'
import type { Values } from '../../../language/pointer.ts'

export interface Row {
  /** The number of the record in the order in which records were added; never given twice. */
  readonly place: number
  readonly record: Values
  /** Its changed nested records, by the name of their definition. */
  readonly parts: Readonly<Record<string, readonly Values[]>>
}

const tables = `
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, source TEXT NOT NULL, last INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS collection_rows (
    collection TEXT NOT NULL, place INTEGER NOT NULL, record TEXT NOT NULL, parts TEXT NOT NULL,
    PRIMARY KEY (collection, place)
  ) STRICT, WITHOUT ROWID;
`

/** Drops all collections, so that they are made again. */
export const dropCollections = 'DROP TABLE IF EXISTS collections; DROP TABLE IF EXISTS collection_rows;'

const rowOf = (row: SqlRow): Row => ({
  place: Number(row['place']),
  record: parseOwn<Values>(String(row['record'])),
  parts: parseOwn<Row['parts']>(String(row['parts'])),
})

export type Rows = ReturnType<typeof openRows>

/**
 * Opens the rows of a collection. They are made when the database has none, or those of another source.
 *
 * @param source names the data: equal names mean equal first records
 */
export function openRows(database: DatabaseSync, name: string, source: string, make: () => readonly Values[]) {
  database.exec(tables)
  const { all, first, run } = statements(database)
  const put = ({ place, record, parts }: Row): void =>
    void run('INSERT OR REPLACE INTO collection_rows VALUES (?, ?, ?, ?)', [
      name,
      place,
      JSON.stringify(record),
      JSON.stringify(parts),
    ])
  if (first('SELECT source FROM collections WHERE name = ?', [name])?.['source'] !== source) {
    inTransaction(database, () => {
      const records = make()
      run('DELETE FROM collection_rows WHERE collection = ?', [name])
      run('INSERT OR REPLACE INTO collections VALUES (?, ?, ?)', [name, source, records.length])
      for (const [index, record] of records.entries()) put({ place: index + 1, record, parts: {} })
    })
  }
  return {
    all: (): readonly Row[] =>
      all('SELECT * FROM collection_rows WHERE collection = ? ORDER BY place', [name]).map(rowOf),
    put,
    add(recordAt: (place: number) => Values): Row {
      const last = first('UPDATE collections SET last = last + 1 WHERE name = ? RETURNING last', [name])
      const place = Number(last?.['last'])
      const row = { place, record: recordAt(place), parts: {} }
      put(row)
      return row
    },
    remove: ({ place }: Row): void =>
      void run('DELETE FROM collection_rows WHERE collection = ? AND place = ?', [name, place]),
  }
}
