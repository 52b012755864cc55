import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { account, httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

interface Ticker {
  readonly id: number
  readonly ticker: string
  readonly isapproved: boolean
}

const ticker = (id: number, name: string, isapproved = false): Ticker => ({ id, ticker: name, isapproved })
const three = [ticker(1, 'AAA'), ticker(2, 'BBB'), ticker(3, 'CCC')]
const whole = (data: readonly Ticker[]) => page(data, { total: data.length, totalPages: 1 })

beforeEach(muteExpectedErrors)

/** The list of tickers; doing anything with one of them leaves the list as `after`. */
const opened = async (address: string, before: readonly Ticker[], after: readonly Ticker[]) => {
  const provider = stubProvider()
  provider.getList.mockResolvedValue(whole(before))
  provider.action.mockImplementation(() => {
    provider.getList.mockResolvedValue(whole(after))
    return Promise.resolve({ data: { id: 1, ok: true, message: undefined } })
  })
  const view = renderPage(address, { provider })
  await screen.findByText(before[0]?.ticker ?? '')
  return { provider, ...view }
}

const button = (name: string) => screen.getByRole('button', { name })
const named = (name: string) => screen.getByRole('rowheader', { name: new RegExp(`^${name}`) })
const press = (name: string) => {
  button(name).focus()
  fireEvent.click(button(name))
}
const confirm = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const focused = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))

describe('the focus in a list', () => {
  it.each([
    ['Approve', false],
    ['Disapprove', true],
  ] as const)('goes to the name of the row after %s, and not to the opposite', async (name, isapproved) => {
    const others = [ticker(1, 'AAA'), ticker(3, 'CCC')]
    await opened('/treasury', [...others, ticker(2, 'BBB', isapproved)], [...others, ticker(2, 'BBB', !isapproved)])
    press(`${name}: BBB`)
    await focused(() => named('BBB'))
  })

  it('goes to the name of the row also after a press by mouse', async () => {
    await opened('/treasury', three, [three[0] as Ticker, ticker(2, 'BBB', true), three[2] as Ticker])
    fireEvent.pointerDown(button('Approve: BBB'))
    fireEvent.click(button('Approve: BBB'))
    await focused(() => named('BBB'))
  })

  it('goes to the link of the row, and to no switch, where a button has gone for good', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED' })]))
    provider.action.mockImplementation(() => {
      provider.getList.mockResolvedValue(page([account({ status: 'PENDING' })]))
      return Promise.resolve({ data: { id: 4107, ok: true, message: undefined } })
    })
    renderPage('/accounts', { provider })
    await screen.findByRole('button', { name: /^Submit: / })
    press('Submit: Mara Quill')
    confirm('Submit')
    await screen.findByText('PENDING')
    await focused(() => screen.getByRole('link', { name: 'Mara Quill' }))
  })

  it('goes to the same button of the row that came into the place of a deleted one', async () => {
    await opened('/treasury', three, [three[0] as Ticker, three[2] as Ticker])
    press('Delete: BBB')
    confirm('Delete')
    await focused(() => button('Delete: CCC'))
  })

  it('goes to the row in the place of a deleted one, also where rows above have gone in the meantime', async () => {
    const more = [ticker(4, 'DDD'), ticker(5, 'EEE')]
    const { provider } = await opened('/treasury', [...three, ...more], [...three.slice(1), ...more])
    button('Delete: CCC').focus()
    fireEvent.click(button('Approve: AAA'))
    await waitFor(() => expect(screen.queryByText('AAA')).toBeNull())
    provider.action.mockImplementation(() => {
      provider.getList.mockResolvedValue(whole([ticker(2, 'BBB'), ...more]))
      return Promise.resolve({ data: { id: 3, ok: true, message: undefined } })
    })
    fireEvent.click(button('Delete: CCC'))
    confirm('Delete')
    await focused(() => button('Delete: DDD'))
  })

  it('goes to the row before where the last one was deleted', async () => {
    await opened('/treasury', three, three.slice(0, 2))
    press('Delete: CCC')
    confirm('Delete')
    await focused(() => button('Delete: BBB'))
  })

  it('goes to the search box where no row is left', async () => {
    await opened('/treasury', three.slice(0, 1), [])
    press('Delete: AAA')
    confirm('Delete')
    await screen.findByText('No data')
    await focused(() => screen.getByRole('searchbox'))
  })

  it('goes to the search box where the search no longer finds what was edited', async () => {
    const { provider } = await opened('/cash', three.slice(0, 1), [])
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'aaa' } })
    fireEvent.submit(screen.getByRole('searchbox'))
    await waitFor(() => expect(provider.getList).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
    press('Edit: AAA')
    fireEvent.change(screen.getByLabelText('Ticker'), { target: { value: 'ZZZ' } })
    confirm('Save')
    await screen.findByText('Nothing matches')
    await focused(() => screen.getByRole('searchbox'))
  })

  it('waits for the page before where the last row of the last page was deleted', async () => {
    const provider = stubProvider()
    const last = { data: [ticker(11, 'LAST')], total: 11 }
    provider.getList.mockResolvedValue({ ...page(last.data, { total: 11, totalPages: 2, page: 2 }) })
    provider.action.mockImplementation(() => {
      provider.getList.mockImplementation((_name: string, { pagination }: { pagination: { page: number } }) =>
        Promise.resolve(page(pagination.page === 1 ? three : [], { total: 3, totalPages: 1, page: pagination.page })),
      )
      return Promise.resolve({ data: { id: 11, ok: true, message: undefined } })
    })
    renderPage('/treasury?page=2', { provider })
    await screen.findByText('LAST')
    press('Delete: LAST')
    confirm('Delete')
    await screen.findByText('AAA')
    await focused(() => named('AAA'))
  })

  it('goes to the search box after Retry of a list that had failed', async () => {
    const provider = stubProvider()
    provider.getList.mockRejectedValueOnce(httpError(502, 'UPSTREAM_FAILED', 'no'))
    provider.getList.mockResolvedValue(whole(three))
    renderPage('/treasury', { provider })
    await screen.findByRole('button', { name: 'Retry' })
    press('Retry')
    await screen.findByText('BBB')
    await focused(() => screen.getByRole('searchbox'))
  })

  it.each([
    ['the same row', 'Mara Quill'],
    ['a row that is gone', 'Teo Brandt'],
  ])('goes to the name of a found record, and to no switch of it, from %s', async (_what, pressed) => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account(), account({ id: 4108, name: 'Teo Brandt' })]))
    renderPage('/accounts', { provider })
    await screen.findByRole('link', { name: 'Mara Quill' })
    provider.getList.mockResolvedValue(page([account({ id: 4109, name: 'Ola Moss' })]))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'moss' } })
    fireEvent.submit(screen.getByRole('searchbox'))
    screen.getByRole('switch', { name: `Restrict User: ${pressed}` }).focus()
    await focused(() => screen.getByRole('link', { name: 'Ola Moss' }))
    // A press that was meant for the switch opens no record.
    expect(fireEvent.keyDown(screen.getByRole('link', { name: 'Ola Moss' }), { key: 'Enter' })).toBe(false)
  })

  it('goes to the name of a found record from a question that is closed, and to no switch of it', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account()]))
    renderPage('/accounts', { provider })
    const restrict = await screen.findByRole('switch', { name: 'Restrict User: Mara Quill' })
    const found = Promise.withResolvers<unknown>()
    provider.getList.mockReturnValue(found.promise)
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'moss' } })
    fireEvent.blur(screen.getByRole('searchbox'))
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true'))
    restrict.focus()
    fireEvent.click(restrict)
    const question = await screen.findByRole('dialog', { name: 'Restrict Mara Quill?' })
    found.resolve(page([account({ id: 4109, name: 'Ola Moss' })]))
    await screen.findByRole('link', { name: 'Ola Moss', hidden: true })
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await focused(() => screen.getByRole('link', { name: 'Ola Moss' }))
  })

  it('is taken from no one who has pressed somewhere else meanwhile', async () => {
    await opened('/treasury', three, three.slice(0, 2))
    press('Delete: CCC')
    fireEvent.pointerDown(document.body)
    confirm('Delete')
    await waitFor(() => expect(screen.queryByText('CCC')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(document.body)
  })
})
