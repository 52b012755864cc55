import { cashTickers } from '../data/cashTickers.ts'
import { cryptoTickers } from '../data/cryptoTickers.ts'
import { treasuries } from '../data/treasuries.ts'
import type { DatabaseSync } from 'node:sqlite'

/** `is_approved` is kept as JSON, because rows do not agree on its type. */
const createTables = `
  DROP TABLE IF EXISTS treasuries;
  DROP TABLE IF EXISTS cash_tickers;
  DROP TABLE IF EXISTS crypto_tickers;
  CREATE TABLE treasuries (id INTEGER PRIMARY KEY, ticker TEXT NOT NULL, isapproved INTEGER NOT NULL) STRICT;
  CREATE TABLE cash_tickers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    ticker TEXT NOT NULL UNIQUE COLLATE NOCASE,
    type TEXT NOT NULL,
    is_available INTEGER
  ) STRICT;
  CREATE TABLE crypto_tickers (id INTEGER PRIMARY KEY, ticker TEXT NOT NULL, is_approved TEXT NOT NULL) STRICT;
`

/** Makes the ticker masters anew, as first delivered. */
export function buildTickerMasters(database: DatabaseSync, seed: number): void {
  database.exec(createTables)
  const treasury = database.prepare('INSERT INTO treasuries VALUES (?, ?, ?)')
  for (const { id, ticker, isapproved } of treasuries(seed)) treasury.run(id, ticker, Number(isapproved))
  const cash = database.prepare('INSERT INTO cash_tickers VALUES (?, ?, ?, ?)')
  for (const { id, ticker, type, isAvailableInEtfMfSecurityMaster: isAvailable } of cashTickers) {
    cash.run(id, ticker, type, isAvailable === null ? null : Number(isAvailable))
  }
  const crypto = database.prepare('INSERT INTO crypto_tickers VALUES (?, ?, ?)')
  for (const { id, ticker, is_approved } of cryptoTickers) crypto.run(id, ticker, JSON.stringify(is_approved))
}
