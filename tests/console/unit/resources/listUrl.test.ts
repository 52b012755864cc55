import { describe, expect, it } from 'vitest'
import { choiceOf } from '../../../../language/filterChoice.ts'
import { filterGroups } from '../../../../src/query/filterChoice.ts'
import { formatListUrl, parseListUrl } from '../../../../src/query/listUrl.ts'
import { pageNumbers } from '../../../../src/ui/Pager.tsx'
import { listParamsOf, searchTextOf } from '../../../../src/query/listQuery.ts'
import { accounts, alerts, treasury } from '../../support/resources.ts'

describe('the address of a list', () => {
  it.each(['0', '-1', '1.5', '01', 'abc', '1e3', '99999999', '', '2 ', '１'])('reads page=%s as page 1', (page) => {
    expect(parseListUrl(accounts, `?page=${encodeURIComponent(page)}`).page).toBe(1)
  })

  it('reads page, filter and nothing it does not know', () => {
    const place = parseListUrl(accounts, '?page=3&filter=state:SUSPENDED&search=quill&foo=1')
    expect(place).toMatchObject({ page: 3, unknownFilter: undefined })
    expect(place.filter).toMatchObject({ key: 'state:SUSPENDED', sets: { status: 'SUSPENDED' } })
    expect(formatListUrl(accounts, place)).toBe('?page=3&filter=state:SUSPENDED')
  })

  it('has no page where pages are added one below another', () => {
    expect(parseListUrl(alerts, '?page=3').page).toBe(1)
  })

  it('leaves defaults out', () => {
    expect(formatListUrl(accounts, parseListUrl(accounts, '?page=1&filter='))).toBe('')
    expect(formatListUrl(treasury, parseListUrl(treasury, '?sort=id:asc'))).toBe('')
  })

  it('orders what the provider holds whole, and only by declared fields', () => {
    expect(parseListUrl(treasury, '?sort=ticker:desc').sort).toEqual({ field: 'ticker', order: 'DESC' })
    expect(formatListUrl(treasury, parseListUrl(treasury, '?sort=ticker:desc'))).toBe('?sort=ticker:desc')
    expect(parseListUrl(treasury, '?sort=toString:asc').sort).toEqual({ field: 'id', order: 'ASC' })
    expect(parseListUrl(accounts, '?sort=name:asc').sort).toEqual({ field: 'id', order: 'ASC' })
  })

  it.each(['foo:bar', 'SUSPENDED', 'note:NOPE', 'state:', `state:${'X'.repeat(65)}`])(
    'knows that %s is no filter',
    (named) => {
      const place = parseListUrl(accounts, `?filter=${named}`)
      expect(place.filter).toBeUndefined()
      expect(place.unknownFilter).toBe(named)
    },
  )

  it('survives states of any spelling', () => {
    const place = parseListUrl(accounts, `?filter=${encodeURIComponent('state:A&B=C ü')}`)
    expect(place.filter?.sets).toEqual({ status: 'A&B=C ü' })
    expect(parseListUrl(accounts, formatListUrl(accounts, place)).filter).toEqual(place.filter)
  })
})

describe('filter choices', () => {
  it('keep the state and the notification of one name apart', () => {
    expect(choiceOf(accounts, 'state:ACTION_REQUIRED')?.sets).toEqual({ status: 'ACTION_REQUIRED' })
    expect(choiceOf(accounts, 'note:ACTION_REQUIRED')).toMatchObject({
      key: 'note:ACTION_REQUIRED_DOCS',
      sets: { pending_documents: true },
      clearsSearch: true,
    })
  })

  it('are the states the server lists, in its order, and the declared notifications', () => {
    const groups = filterGroups(accounts, { state: ['SUSPENDED', 'COMPLETE', 'BRAND_NEW'] })
    expect(groups.map(({ title }) => title)).toEqual(['Account State', 'Notifications'])
    expect(groups[0]?.choices.map(({ value }) => value)).toEqual(['SUSPENDED', 'COMPLETE', 'BRAND_NEW'])
    expect(groups[1]?.choices.map(({ value }) => value)).toEqual([
      'ACTION_REQUIRED_DOCS',
      'SUSPENDED_PENDING_DOCS',
      'TRANSFER_REQUEST',
    ])
  })

  it('send the empty search only where they clear it', () => {
    const at = (key: string, search: string) =>
      listParamsOf(accounts, {
        page: 1,
        sort: { field: 'id', order: 'ASC' },
        filter: choiceOf(accounts, key),
        form: {},
        search,
      })
    expect(at('note:ACTION_REQUIRED_DOCS', '').meta.search).toBe('')
    expect(at('note:ACTION_REQUIRED_DOCS', 'quill').meta.search).toBe('quill')
    expect(at('state:SUSPENDED', '').meta.search).toBeUndefined()
    expect(at('note:SUSPENDED_PENDING_DOCS', '').filter).toEqual({ status: 'SUSPENDED', pending_documents: true })
  })
})

describe('page numbers', () => {
  it('offer all of a short list', () => {
    expect(pageNumbers(1, 5)).toEqual([1, 2, 3, 4, 5])
  })

  it('offer both ends and the neighbours of a long one', () => {
    expect(pageNumbers(9, 20)).toEqual([1, null, 7, 8, 9, 10, 11, null, 20])
  })
})

it.each([
  ['  Quill ,  Mara\u00a0', 'Quill Mara'],
  ['\u200bmara.quill@example.test\u2060', 'mara.quill@example.test'],
  ['\u202a9ZZ10041\u202c', '9ZZ10041'],
  ['Quỳnh O’Neil-Vũ', 'Quỳnh O’Neil-Vũ'],
  ['“Mara Quill”', 'Mara Quill'],
  ['"Quill, Mara",', 'Quill Mara'],
  ['„Mara Quill“', 'Mara Quill'],
  ['«\u00a0Mara Quill\u00a0»', 'Mara Quill'],
  ['Mara "May" Quill', 'Mara "May" Quill'],
  ["'t Hooft O'Brien", "'t Hooft O'Brien"],
])('the search %j is sent as %j', (typed, sent) => {
  expect(searchTextOf(typed)).toBe(sent)
})
