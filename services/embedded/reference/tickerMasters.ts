import { isInFundMaster, treasuries } from '../data/securities.ts'
import type { DatabaseSync } from 'node:sqlite'

/** One ticker of the cash master (spec back-office section 3). */
export interface CashTicker {
  readonly id: number
  readonly ticker: string
  readonly type: string
  /** Whether the security master of ETFs and mutual funds has it; null where it is not known yet. */
  readonly isAvailableInEtfMfSecurityMaster: boolean | null
}

/** Money-market funds, sweep programs and currencies; USD is the seventh. */
const cashNames =
  'SPAXX,VMFXX,SWVXX,FDRXX,SNVXX,FZFXX,USD,FDLXX,SPRXX,VUSXX,VMSXX,SWTXX,SNSXX,SNOXX,FTEXX,FZDXX,FMOXX,FSIXX,TTTXX,' +
  'TFDXX,MVRXX,DGCXX,GOIXX,OGVXX,JTSXX,PJLXX,WFFXX,NWMXX,BGSXX,TSTXX,DTRXX,CJTXX,FGTXX,GVMXX,FIGXX,TIMXX,DVRXX,' +
  'QACDS,QIWSQ,CORE,FCASH,EUR,GBP,CAD,JPY,CHF,AUD,MXN,HKD,SGD'

/** Hard cases for screens: markup, a very long ticker, a lower-case one, an apostrophe. None is a fund. */
const oddCashNames = ['<b>X</b>', `${'SWEEPPROGRAM'.repeat(10)}-1`, 'usd.sweep', "O'CASH & CO"]

/** The cash master as first delivered. */
const cashTickers: readonly CashTicker[] = [...cashNames.split(','), ...oddCashNames].map((ticker, index) => ({
  id: index + 1,
  ticker,
  type: 'CASH',
  isAvailableInEtfMfSecurityMaster: ticker === 'USD' || (index % 11 === 8 ? null : isInFundMaster(ticker)),
}))

/** Bitcoin is the third. */
const cryptoNames =
  'ETH,SOL,BTC,ADA,XRP,DOGE,DOT,LTC,LINK,AVAX,BCH,UNI,ATOM,XLM,ETC,FIL,AAVE,ALGO,XTZ,MATIC,SHIB,NEAR,ICP,VET,EOS,MKR,' +
  'GRT,SUSHI,COMP,YFI,CRV,BAT,USDC,PYUSD'
const notApproved = new Set(['SHIB', 'EOS', 'SUSHI', 'ICP', 'YFI', 'VET'])
const oddApprovals: ReadonlyMap<string, string | number> = new Map<string, string | number>([
  ['XLM', 'true'],
  ['ETC', 1],
  ['EOS', 'false'],
  ['ICP', 0],
])
const oddCryptoNames = ['<i>COIN</i>', 'WRAPPED'.repeat(14)]

/** The cryptocurrency master as first delivered. Most rows hold a boolean; a few hold "true", "false", 1 or 0 (D-147). */
const cryptoTickers = [...cryptoNames.split(','), ...oddCryptoNames].map((ticker, index) => ({
  id: index + 1,
  ticker,
  is_approved: oddApprovals.get(ticker) ?? !(notApproved.has(ticker) || oddCryptoNames.includes(ticker)),
}))

/** `is_approved` is JSON because rows disagree on its type. */
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

/** Creates the ticker masters, replacing earlier ones. */
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
