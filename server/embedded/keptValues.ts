import type { DatabaseSync } from 'node:sqlite'

/** Small named values that outlive a restart: what the data was built from, ports, keys. */
export interface Settings {
  read(name: string): string | undefined
  write(name: string, value: string): void
  /** The stored value, or the one made now and kept from now on. */
  keep(name: string, make: () => string): string
}

/** Settings in a table of the given database. */
export function openSettings(database: DatabaseSync): Settings {
  database.exec('CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  const select = database.prepare('SELECT value FROM settings WHERE name = ?')
  const upsert = database.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const read = (name: string): string | undefined => {
    const value = select.get(name)?.['value']
    return typeof value === 'string' ? value : undefined
  }
  const write = (name: string, value: string): void => {
    upsert.run(name, value)
  }
  return {
    read,
    write,
    keep(name, make) {
      const stored = read(name)
      if (stored !== undefined) return stored
      const value = make()
      write(name, value)
      return value
    },
  }
}
