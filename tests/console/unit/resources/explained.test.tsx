import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { explain } from '../../../../src/inspect/explanation.ts'
import { placeAt } from '../../../../src/inspect/placeAt.ts'
import { account, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail } from './showDetails.ts'

const explained = (element: Element | null | undefined) => {
  const place = element == null ? undefined : placeAt(element)
  if (place === undefined) throw new Error('nothing explains this')
  const { operation, ...said } = explain(place)
  return { ...said, operation: operation?.id }
}

beforeEach(muteExpectedErrors)
afterEach(() => {
  vi.restoreAllMocks()
})

describe('an explanation', () => {
  it('of a table on a record’s page is that of its column, its block and the call that it is read by', async () => {
    const provider = stubProvider()
    provider.getOne.mockResolvedValue(accountDetail())
    provider.read.mockResolvedValue({
      data: { deposits: [{ amount: '12.00', status: 'COMPLETE' }], trade_line_data: [{ ticker: 'AAPL' }] },
      meta: { unreadable: 0 },
    })
    renderPage('/account/4107?tab=transactions', { provider })
    const cell = await screen.findByRole('cell', { name: 'AAPL' })
    expect(explained(cell)).toEqual({
      where: 'accounts.show.tabs.transactions.Trades.Ticker',
      component: "text in the format 'code'",
      why: "the annotation display: 'code' of its field",
      operation: 'accounts.transactions',
      field: 'ticker',
    })
    const status = screen.getByRole('table', { name: 'Deposits' }).querySelector('.cs-pill')
    expect(explained(status)).toMatchObject({
      where: 'accounts.show.tabs.transactions.Deposits.Status',
      why: expect.stringMatching(/^the annotation tones: /) as string,
      operation: 'accounts.transactions',
    })
  })

  it('of a row on a phone is that of its columns, and of its sheet that of its actions', async () => {
    const wide = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.defineProperty(wide(query), 'matches', { value: true }),
    )
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED' })]))
    renderPage('/accounts', { provider })
    const name = await screen.findByRole('link', { name: 'Mara Quill' })
    const row = name.closest('li')
    expect(explained(name)).toMatchObject({ where: 'accounts.list.columns.name', operation: 'accounts.list' })
    const pill = row?.querySelector('.cs-pill')
    expect(explained(pill)).toMatchObject({ where: 'accounts.list.columns.status', field: 'status' })
    const facts = [...(row?.querySelectorAll('.cs-phone-line--facts > span') ?? [])]
    expect(facts.length).toBeGreaterThan(0)
    for (const fact of facts) expect(explained(fact).where).toMatch(/^accounts\.list\.columns\./)
    screen.getByRole('button', { name: 'Actions: Mara Quill' }).click()
    const action = (await screen.findByRole('dialog')).querySelector('[data-explain$="resubmit"]')
    expect(explained(action)).toMatchObject({ where: 'accounts.actions.resubmit', operation: 'accounts.resubmit' })
  })
})
