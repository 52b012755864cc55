/** One ticker of the cryptocurrency master (spec back-office section 3). */
export interface CryptoTicker {
  readonly id: number
  readonly ticker: string
  /** Most rows hold a boolean; a few came from elsewhere and hold "true", "false", 1 or 0 (D-147). */
  readonly is_approved: boolean | string | number
}

/** Bitcoin is the third. */
const tickers =
  'ETH,SOL,BTC,ADA,XRP,DOGE,DOT,LTC,LINK,AVAX,BCH,UNI,ATOM,XLM,ETC,FIL,AAVE,ALGO,XTZ,MATIC,SHIB,NEAR,ICP,VET,EOS,MKR,' +
  'GRT,SUSHI,COMP,YFI,CRV,BAT,USDC,PYUSD'
const notApproved = new Set(['SHIB', 'EOS', 'SUSHI', 'ICP', 'YFI', 'VET'])
const odd: ReadonlyMap<string, string | number> = new Map<string, string | number>([
  ['XLM', 'true'],
  ['ETC', 1],
  ['EOS', 'false'],
  ['ICP', 0],
])
const oddTickers = ['<i>COIN</i>', 'WRAPPED'.repeat(14)]

/** The cryptocurrency master as first delivered. */
export const cryptoTickers: readonly CryptoTicker[] = [...tickers.split(','), ...oddTickers].map((ticker, index) => ({
  id: index + 1,
  ticker,
  is_approved: odd.get(ticker) ?? !(notApproved.has(ticker) || oddTickers.includes(ticker)),
}))
