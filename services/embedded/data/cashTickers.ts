import { isInFundMaster } from './securities.ts'

/** One ticker of the cash master (spec back-office section 3). */
export interface CashTicker {
  readonly id: number
  readonly ticker: string
  readonly type: string
  /** Whether the security master of ETFs and mutual funds has it; null where nobody has asked yet. */
  readonly isAvailableInEtfMfSecurityMaster: boolean | null
}

/** Money-market funds, sweep programs and currencies; USD is the seventh. */
const tickers =
  'SPAXX,VMFXX,SWVXX,FDRXX,SNVXX,FZFXX,USD,FDLXX,SPRXX,VUSXX,VMSXX,SWTXX,SNSXX,SNOXX,FTEXX,FZDXX,FMOXX,FSIXX,TTTXX,' +
  'TFDXX,MVRXX,DGCXX,GOIXX,OGVXX,JTSXX,PJLXX,WFFXX,NWMXX,BGSXX,TSTXX,DTRXX,CJTXX,FGTXX,GVMXX,FIGXX,TIMXX,DVRXX,' +
  'QACDS,QIWSQ,CORE,FCASH,EUR,GBP,CAD,JPY,CHF,AUD,MXN,HKD,SGD'

/** Rows that screens have to bear: markup, a very long ticker, a lower-case one, none of them a fund. */
const oddTickers = ['<b>X</b>', `${'SWEEPPROGRAM'.repeat(10)}-1`, 'usd.sweep', "O'CASH & CO"]

/** The cash master as first delivered. */
export const cashTickers: readonly CashTicker[] = [...tickers.split(','), ...oddTickers].map((ticker, index) => ({
  id: index + 1,
  ticker,
  type: 'CASH',
  isAvailableInEtfMfSecurityMaster: ticker === 'USD' || (index % 11 === 8 ? null : isInFundMaster(ticker)),
}))
