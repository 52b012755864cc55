import { beforeAll, describe, expect, it } from 'vitest'
import { coercions } from '../../../../resources/coercions.ts'
import { registerCoercions } from '../../../../src/format/consoleCoercions.ts'
import { openedFrom } from '../../../../src/model/rowModel.ts'
import { readAddress, readForm } from '../../../../src/query/formFilters.ts'
import { formatListUrl, parseListUrl } from '../../../../src/query/listUrl.ts'
import { accounts, trades } from '../../support/resources.ts'

beforeAll(() => registerCoercions(coercions))

const refusalOf = (filter: string, text: string) => readForm(trades, { [filter]: text }).refusals[filter]
const valueOf = (filter: string, text: string) => readForm(trades, { [filter]: text }).filters[filter]

describe('a value of a filter form', () => {
  it.each([
    ['id', '88', 88],
    ['id', ' 0 ', 0],
    ['ticker', ' ZZTK ', 'ZZTK'],
    ['accountNumber', ' 9zz-101 17', '9ZZ10117'],
    ['accountNumber', '9ZZ 10117.', '9ZZ10117'],
    ['accountNumber', 'none-1', 'none-1'],
    // What browsers make of two lines.
    ['accountNumber', '9ZZ10123 881605', '9ZZ10123 881605'],
    ['action', 'buy', 'buy'],
    ['sellAll', 'true', true],
    ['sellAll', 'false', false],
    ['tradeDate', '2028-02-29', '2028-02-29'],
    ['status', 'any that is new', 'any that is new'],
    ['ticker', '   ', undefined],
  ])('%s is read from "%s"', (filter, text, value) => {
    expect(valueOf(filter, text)).toBe(value)
    expect(refusalOf(filter, text)).toBeUndefined()
  })

  it.each([
    ['id', '12x', 'Trade ID must be a whole number'],
    ['id', '1.5', 'Trade ID must be a whole number'],
    ['id', '0x10', 'Trade ID must be a whole number'],
    ['id', '-1', 'Trade ID must be 0 or more'],
    ['id', '9'.repeat(17), 'Trade ID is too large'],
    ['tradeDate', '2027-02-29', 'Trade Date must be a day of the calendar'],
    ['tradeDate', '02/03/2026', 'Trade Date must be a day of the calendar'],
    ['action', 'BUY', 'Action must be one of: buy, sell'],
    ['sellAll', '1', 'Sell All must be one of: true, false'],
    ['ticker', '\0', 'Ticker has control characters, which no text has'],
    ['status', 'a\tb', 'Status has control characters, which no text has'],
    ['ticker', 'Z'.repeat(33), 'Ticker can have at most 32 characters'],
  ])('%s is not read from "%s"', (filter, text, refusal) => {
    expect(refusalOf(filter, text)).toBe(refusal)
    expect(valueOf(filter, text)).toBeUndefined()
  })
})

describe('the filters in an address', () => {
  it('are parameters by their own names, beside the page', () => {
    const place = parseListUrl(trades, '?page=2&ticker=ZZTK&sellAll=true&unheardOf=1')
    expect(place).toMatchObject({ page: 2, form: { ticker: 'ZZTK', sellAll: true }, unknownFilter: undefined })
    expect(formatListUrl(trades, place)).toBe('?ticker=ZZTK&sellAll=true&page=2')
  })

  it('survive any spelling', () => {
    const place = parseListUrl(trades, '')
    const address = formatListUrl(trades, { ...place, form: { status: 'A&B=C ü+#?' } })
    expect(parseListUrl(trades, address).form).toEqual({ status: 'A&B=C ü+#?' })
  })

  it('never hold what is personal, and say only that it was set', () => {
    const place = parseListUrl(trades, '')
    const query = formatListUrl(trades, { ...place, form: { accountNumber: '3XK01234', ticker: 'ZZTK' } })
    expect(query).toBe('?ticker=ZZTK&private=accountNumber')
    const [own, other] = [query, '?ticker=ZZTK'].map((each) => openedFrom({ query: each, entry: 'a', search: '' }))
    expect([own?.isRestorable, other?.isRestorable]).toEqual([false, true])
    expect(parseListUrl(trades, '?private=ticker,accountNumber,page').hiddenFilters).toEqual(['accountNumber'])
  })

  it('are refused where they hold it all the same, without repeating it', () => {
    const { filters, refusals } = readAddress(trades, new URLSearchParams('accountNumber=3XK01234'))
    expect(filters).toEqual({})
    expect(refusals['accountNumber']).toContain('Account Number is personal and is not read from an address')
    expect(JSON.stringify(refusals)).not.toContain('3XK01234')
    expect(parseListUrl(trades, '?accountNumber=3XK01234').unknownFilter).toBe('accountNumber')
  })

  it('are refused as personal by the name of their field, too', () => {
    const place = parseListUrl(trades, '?account_no=3XK01234&ticker=ZZTK')
    expect(place).toMatchObject({ form: { ticker: 'ZZTK' }, unknownFilter: 'accountNumber' })
    expect(place.refusal).toMatch(/^Account Number is personal and is not read from an address/)
    expect(JSON.stringify(place)).not.toContain('3XK01234')
  })

  it.each([
    [trades, '?trade_date=2026-11-20', 'trade_date'],
    [accounts, '?user__email=mara@example.test', 'user__email'],
    [accounts, '?page=2&status=SUSPENDED', 'status'],
  ])('do not exist by the names of other fields: %#', (definition, query, name) => {
    expect(parseListUrl(definition, query)).toMatchObject({ unknownFilter: name, refusal: undefined })
  })

  it('are left aside where they are empty', () => {
    expect(parseListUrl(trades, '?account_no=&trade_date=').unknownFilter).toBeUndefined()
    expect(parseListUrl(trades, '?ticker=&id=')).toMatchObject({ form: {}, unknownFilter: undefined })
  })
})
