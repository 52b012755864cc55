import { statements } from '../../../server/embedded/statements.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { SqlRow } from '../../../server/embedded/statements.ts'

/** What was populated of an account's positions; the members are absent until then. Amounts are decimal strings. */
export interface Holdings {
  readonly holdings?: readonly Holding[]
  readonly portfolio?: { readonly positions: number; readonly value: string }
}

/** One position of an account. */
interface Holding {
  readonly ticker: string
  readonly security_type: string
  readonly quantity: string
  /** Dollars a unit. */
  readonly price: string
}

const dollars = (cents: number): string => (cents / 100).toFixed(2)

const holdingIn = (row: SqlRow): Holding => ({
  ticker: String(row['ticker']),
  security_type: String(row['security_type']),
  quantity: String(row['quantity']),
  price: dollars(Number(row['price_cents'])),
})

/** Reads what was populated of an account. */
export function holdingsOf(database: DatabaseSync) {
  const { all } = statements(database)
  return (accountId: number): Holdings => {
    const kinds = new Set(
      all('SELECT kind FROM populated WHERE account_id = ?', [accountId]).map((row) => String(row['kind'])),
    )
    if (kinds.size === 0) return {}
    const rows = all('SELECT * FROM holdings WHERE account_id = ? ORDER BY ticker', [accountId])
    const value = rows.reduce((sum, row) => sum + Number(row['quantity']) * Number(row['price_cents']), 0)
    return {
      ...(kinds.has('holdings') && { holdings: rows.map(holdingIn) }),
      ...(kinds.has('portfolio') && { portfolio: { positions: rows.length, value: dollars(value) } }),
    }
  }
}
