import { Random } from '../../../server/embedded/random.ts'

/** Something that can be traded. `dollars` is the price that generated orders vary around. */
export interface Security {
  readonly ticker: string
  /** The column Vehicle of the trade list. */
  readonly vehicle: string
  readonly dollars: number
}

const of = (vehicle: string, entries: string): readonly Security[] =>
  entries.split(',').map((entry) => {
    const [ticker = '', dollars] = entry.split(' ')
    return { ticker, vehicle, dollars: Number(dollars) }
  })

const equities = of(
  'EQUITY',
  'ZZTK 41,AAPL 228,MSFT 421,NVDA 133,AMZN 214,GOOGL 187,META 612,TSLA 298,BRK.B 468,JPM 241,V 318,UNH 505,XOM 109,' +
    'JNJ 156,WMT 92,PG 168,MA 531,HD 389,KO 63,PEP 149,COST 968,MRK 98,ABBV 187,CRM 311,ADBE 447,NFLX 921,AMD 118,' +
    'INTC 21,DIS 108,CSCO 60,NKE 74,BA 178,CAT 371,GE 188,T 24,VZ 41,F 10,GM 52,UBER 71,PLTR 82,SQ 78,SHOP 112',
)
const funds = of(
  'ETF',
  'SPY 601,VOO 552,VTI 297,QQQ 524,IVV 604,SCHD 28,VEA 51,VWO 45,BND 73,AGG 98,IWM 224,GLD 253,TLT 89,ARKK 58,VYM 131',
)
const mutualFunds = of(
  'MUTUAL_FUND',
  'VFIAX 558,FXAIX 210,SWPPX 94,VTSAX 144,FZROX 21,VBTLX 9,FCNTX 22,AGTHX 76,DODGX 258,PRWCX 37,VWELX 43',
)
const coins = of('CRYPTO', 'BTC 94200,ETH 2710,SOL 171,ADA 0.7,DOGE 0.2,LTC 118,LINK 18,AVAX 24')
const cash = of('CASH', 'USD 1,SPAXX 1,VMFXX 1,SWVXX 1,FDRXX 1')

/** Equities and funds, which an exchange lists. */
export const listed: readonly Security[] = [...equities, ...funds]

const TREASURIES = 60
const SERIES = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ')

/** The check digit of the CUSIP scheme: letters count from 10, every second value is doubled, digits are summed. */
function checkDigit(base: string): number {
  let sum = 0
  for (const [index, character] of Array.from(base).entries()) {
    const value = Number.parseInt(character, 36) * (index % 2 === 1 ? 2 : 1)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10
}

/** The treasury master as first delivered: unique CUSIP-shaped tickers, about one in five not approved. */
export function treasuries(seed: number) {
  const random = new Random(seed, 0, 50)
  const bases = new Set(['912828YK'])
  while (bases.size < TREASURIES) {
    const letters = `${random.pick(SERIES)}${random.pick(SERIES)}`
    bases.add(`${random.pick(['912828', '91282C', '912810', '912797'])}${letters}`)
  }
  return [...bases].map((base, index) => ({
    id: index + 1,
    ticker: `${base}${checkDigit(base)}`,
    isapproved: index === 0 || !random.chance(0.2),
  }))
}

/** How often each kind is traded, in percent; inside a kind the first ones are traded most. */
const shares = [52, 22, 9, 5, 8, 4] as const

/** Everything that customers trade, in the order of `shares`; the treasuries are those of the treasury master. */
export function securities(seed: number): readonly (readonly [percent: number, list: readonly Security[]])[] {
  const notes = treasuries(seed)
    .slice(0, 24)
    .map(({ ticker }, index) => ({ ticker, vehicle: 'TREASURY', dollars: 94 + (index % 9) }))
  const [equity, fund, mutual, note, coin, money] = shares
  return [
    [equity, equities],
    [fund, funds],
    [mutual, mutualFunds],
    [note, notes],
    [coin, coins],
    [money, cash],
  ]
}

const knownFunds = new Set([...funds, ...mutualFunds, ...cash.slice(1)].map(({ ticker }) => ticker))

/** True when the security master of ETFs and mutual funds, money-market funds included, has the ticker. */
export const isInFundMaster = (ticker: string): boolean => knownFunds.has(ticker.toUpperCase())
