import type { DatabaseSync } from 'node:sqlite'
import type { ConsoleModel } from '../../../language/registry.ts'
import { type CollectionRules, Refusal } from '../../../server/embedded/collections/records.ts'
import { isInFundMaster, treasuries } from '../data/securities.ts'
import { sponsors } from './sponsors.ts'

/** Money-market funds, sweep programs and currencies; USD is the seventh. */
const cashNames =
  'SPAXX,VMFXX,SWVXX,FDRXX,SNVXX,FZFXX,USD,FDLXX,SPRXX,VUSXX,VMSXX,SWTXX,SNSXX,SNOXX,FTEXX,FZDXX,FMOXX,FSIXX,TTTXX,' +
  'TFDXX,MVRXX,DGCXX,GOIXX,OGVXX,JTSXX,PJLXX,WFFXX,NWMXX,BGSXX,TSTXX,DTRXX,CJTXX,FGTXX,GVMXX,FIGXX,TIMXX,DVRXX,' +
  'QACDS,QIWSQ,CORE,FCASH,EUR,GBP,CAD,JPY,CHF,AUD,MXN,HKD,SGD'

/** Hard cases for screens: markup, a very long ticker, a lower-case one, an apostrophe. None is a fund. */
const oddCashNames = ['<b>X</b>', `${'SWEEPPROGRAM'.repeat(10)}-1`, 'usd.sweep', "O'CASH & CO"]

/** The cash master as first delivered. It is not known yet of a few whether the security master of funds has them. */
const cashTickers = [...cashNames.split(','), ...oddCashNames].map((ticker, index) => ({
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

type Row = Parameters<NonNullable<CollectionRules['keep']>>[0]

const tickerOf = (record: Row): string => String(record['ticker']).trim()

/** Tickers are unique regardless of case. */
function keepCash(record: Row, others: readonly Row[]): Row {
  const ticker = tickerOf(record)
  if (others.some((other) => tickerOf(other).toUpperCase() === ticker.toUpperCase()))
    throw new Refusal(409, `Ticker ${ticker} already exists`)
  return { ...record, ticker, isAvailableInEtfMfSecurityMaster: isInFundMaster(ticker) }
}

/** A change of an approval answers with the ticker alone (spec back-office section 7). */
const approvals = (rows: readonly Row[]): CollectionRules => ({
  rows,
  noun: 'Ticker',
  answer: ({ ticker }) => ({ ticker }),
})

/**
 * The generated records, with the first rows and rules of the ticker masters (spec back-office section 7; D-151) and the
 * sponsors.
 */
export const collections = (model: ConsoleModel, database: DatabaseSync, seed: number) => ({
  model,
  database,
  seed,
  rules: {
    treasury: approvals(treasuries(seed)),
    cryptocurrency: approvals(cryptoTickers),
    cash: { rows: cashTickers, noun: 'Ticker', keep: keepCash, answer: (record: Row) => record },
    sponsors: { rows: sponsors(seed) },
  },
})
