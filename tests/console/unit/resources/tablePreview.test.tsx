import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { valueAt } from '../../../../language/pointer.ts'
import { httpError, send, setUpForms } from './renderForms.tsx'
import { type Asked, calls, choose, file, HEADER, knowing, line, open, row } from './tableForm.tsx'
import { manualUpload } from '../../support/resources.ts'

setUpForms()

/** A provider with so many pages of trades, each with one trade whose quantity is the page's number. */
function knowingPages(pages: number) {
  const trade = { account_no: '9ZZ1', ticker: 'VTI', order_type: 'buy', order_price: '41.23', trade_date: '2026-03-02' }
  const provider = knowing({ '9ZZ1': 'Mara Quill' })
  const answers = provider.getList.getMockImplementation()
  provider.getList.mockImplementation(async (resource: string, asked: Asked & { pagination: { page: number } }) => {
    if (resource !== 'trades') return (await answers?.(resource, asked)) as object
    const { page: id } = asked.pagination
    return { data: [{ ...trade, id, quantity: String(id) }], total: pages, pageInfo: { hasNextPage: id < pages } }
  })
  return provider
}

describe('the lines of a chosen table', () => {
  it.each(['1e3', '0', '-5', '1.123456789'])('say how an amount is written that is %s', async (quantity) => {
    open(knowing({}), file(line('9ZZ1', 'VTI', quantity)))
    await (await row(2)).findByText('Enter an amount above 0 in digits, such as 1000.5, with at most 8 decimals')
  })

  it('have the names of their accounts, each number asked for once, and say which is not known', async () => {
    const provider = knowing({ '9ZZ1': 'Mara Quill', '9ZZ2': 'Jo Fern' })
    open(provider, file(line('9ZZ1'), line('9ZZ1', 'BND'), line('9ZZ2'), line('9ZZ7')))
    await (await row(2)).findByText('Mara Quill')
    await (await row(4)).findByText('Jo Fern')
    await (await row(5)).findByText('Not found in Trading Accounts')
    await screen.findByText('1 line not found in Trading Accounts.')
    await screen.findByText(/^All lines compared with Trading Accounts/)
    expect(calls(provider, 'accounts').map(({ meta }) => meta.search)).toEqual(['9ZZ1', '9ZZ2', '9ZZ7'])
  })

  it('are not sent with an account number in another spelling, which one press corrects', async () => {
    const provider = knowing({ '9ZZ10041': 'Mara Quill', '9ZZ10058': 'Jo Fern' })
    const spellings = ['9ZZ10041', '9zz-10041', '9ZZ 10058', '9zz10058']
    open(provider, file(...spellings.map((spelling) => line(spelling))))
    await (await row(3)).findByText('Has to be written 9ZZ10041')
    expect((await row(4)).getByText('Has to be written 9ZZ10058')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    await screen.findByText('Lines that cannot be used: 3. Correct them, or leave them out.')
    screen.getByRole('button', { name: 'Correct the spelling' }).focus()
    fireEvent.click(screen.getByRole('button', { name: 'Correct the spelling' }))
    await (await row(4)).findByText('Jo Fern')
    expect((await row(3)).getByText('same as line 2')).toBeDefined()
    expect(screen.queryByText(/Not found|Has to be written/)).toBeNull()
    expect(document.activeElement?.textContent).toBe('4 lines · quantity of buys 14 in all')
    await send(manualUpload)
    await waitFor(() => expect(provider.upload).toHaveBeenCalled())
    const call: unknown = provider.upload.mock.calls[0]?.[1]
    const sent = valueAt(call, '/files/0')
    if (!(sent instanceof File)) throw new Error('no file was sent')
    expect(sent.name).toBe('June (respelled).csv')
    expect((await sent.text()).match(/9ZZ\d+/g)).toEqual(['9ZZ10041', '9ZZ10041', '9ZZ10058', '9ZZ10058'])
  })

  it('are said to be of no use in one place, whether all that is wrong is their spelling or not', async () => {
    open(knowing({ '9ZZ10041': 'Mara Quill' }), file(line('9zz-10041'), line('9ZZ10041', '=1+1'), line('9ZZ10041')))
    await screen.findByText('2 lines of 3 cannot be used, 1 of them only because of the spelling.')
    expect(screen.getAllByText(/cannot be used/, { selector: 'p' })).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Correct the spelling' }))
    await screen.findByText('1 line of 3 cannot be used. Correct it in the file, or leave it out.')
    expect(screen.queryByRole('button', { name: 'Correct the spelling' })).toBeNull()
  })

  it('are the same as an earlier one also in another case, and with other zeros at the end of an amount', async () => {
    const same = line('9ZZ1', 'VTI', '3.5').replace('41.23', '41.230')
    const other = same.replace('buy', 'BUY').replace('3.5', '03.500').replace('41.230', '41.23').replace('VTI', 'vti')
    open(knowing({ '9ZZ1': 'Mara Quill' }), file(same, other, line('9ZZ1', 'VTI', '3.05'), line('9ZZ1', 'VTI', '35')))
    expect((await row(3)).getByText('same as line 2')).toBeDefined()
    await screen.findByText('1 line with the same values as an earlier one. Check that none is there by mistake.')
    expect((await row(4)).queryByText(/same as/)).toBeNull()
    expect(screen.getByText('4 lines · quantity of buys 45.05 in all')).toBeDefined()
  })

  it('are marked where a trade has the same values, and are sent all the same', async () => {
    const same = { ticker: 'vti', order_type: 'buy', order_price: '41.2300', trade_date: '2026-03-02' }
    const trades = [
      { id: 880123, account_no: '9ZZ1', quantity: '3.5', ...same },
      { id: 880124, account_no: '9ZZ1', quantity: '3.6', ...same },
    ]
    const provider = knowing({ '9ZZ1': 'Mara Quill' }, trades)
    open(provider, file(line('9ZZ1'), line('9ZZ1', 'BND')))
    await screen.findByText('1 line already in Trade Basket.')
    expect((await row(2)).getByText(/^Already/).textContent).toBe('Already in Trade Basket: 880123')
    expect((await row(2)).getByRole('link', { name: '880123' }).getAttribute('href')).toBe('/trades?id=880123')
    expect((await row(2)).getByRole('link', { name: 'Mara Quill' }).getAttribute('href')).toMatch(/^\/account\//)
    await screen.findByText('1 line already in Trade Basket.')
    expect((await row(3)).queryByText(/Already/)).toBeNull()
    expect(calls(provider, 'trades').map(({ filter }) => filter)).toEqual([
      { accountNumber: '9ZZ1', tradeDate: '2026-03-02' },
    ])
    await send(manualUpload)
    await waitFor(() => expect(provider.upload).toHaveBeenCalled())
  })

  it.each([
    ['another price', { quantity: '3.5', order_price: '60' }, 'quantity 3.5, price 60'],
    ['amounts within 1 %', { quantity: '3.52', order_price: '41.00' }, 'quantity 3.52, price 41.00'],
  ])('are marked apart where a trade is much like them: %s', async (_what, amounts, text) => {
    const trade = { account_no: '9ZZ1', ticker: 'VTI', order_type: 'BUY', trade_date: '2026-03-02' }
    const trades = [
      { id: 880123, ...trade, ...amounts },
      { id: 880124, ...trade, quantity: '3.5', order_price: '77' },
      { id: 880125, ...trade, quantity: '3.5', order_price: '41.23', ticker: 'BND' },
    ]
    open(knowing({ '9ZZ1': 'Mara Quill' }, trades), file(line('9ZZ1'), line('9ZZ1', 'BND'), line('9ZZ1', 'BNDX')))
    const near = await (await row(2)).findByText(/^Much like/)
    expect(near.textContent).toBe(`Much like 880123 in Trade Basket (${text}), and 1 more`)
    expect(within(near).getByRole('link').getAttribute('href')).toBe('/trades?id=880123')
    await screen.findByText('1 line much like one in Trade Basket.')
    expect((await (await row(3)).findByText(/^Already/)).textContent).toBe('Already in Trade Basket: 880125')
    await screen.findByText('1 line already in Trade Basket.')
    expect((await row(4)).queryByText(/Already|Much like/)).toBeNull()
  })

  it.each([
    ['amounts that are further away', { quantity: '3.6', order_price: '41' }],
    ['another side', { quantity: '3.5', order_price: '41.23', order_type: 'sell' }],
  ])('are not marked for a trade with %s', async (_what, other) => {
    const trade = { id: 1, account_no: '9ZZ1', ticker: 'VTI', order_type: 'buy', trade_date: '2026-03-02', ...other }
    open(knowing({ '9ZZ1': 'Mara Quill' }, [trade]), file(line('9ZZ1')))
    await screen.findByText('All lines compared with Trading Accounts and Trade Basket.')
    expect((await row(2)).queryByText(/Already|Much like/)).toBeNull()
  })

  it('are asked about in few calls, which say how many lines they cover, and in more when the person asks', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => line(`9ZZ${100 + index}`))
    const provider = knowing({})
    open(provider, file(...lines))
    await screen.findByText('25 of 30 lines compared with Trading Accounts.')
    expect(calls(provider, 'accounts')).toHaveLength(25)
    fireEvent.click(screen.getAllByRole('button', { name: 'Compare more' })[0] as HTMLElement)
    await screen.findByText(/^All lines compared with Trading Accounts/)
    expect(calls(provider, 'accounts')).toHaveLength(30)
  })

  it('are not called compared where there are too many records, also in the question, until the person asks for more', async () => {
    const provider = knowingPages(12)
    open(provider, file(line('9ZZ1', 'VTI', '3'), line('9ZZ1', 'VTI', '12')))
    await screen.findByText('1 of 2 lines compared with Trade Basket.')
    expect(calls(provider, 'trades')).toHaveLength(10)
    expect((await (await row(2)).findByText(/^Already/)).textContent).toBe('Already in Trade Basket: 3')
    expect((await row(3)).queryByText(/^Already|^Much like/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(
      dialog.getByText(/^1 line already in Trade Basket\. 1 of 2 lines compared with Trade Basket\.$/),
    ).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Compare more' }))
    await screen.findByText('All lines compared with Trading Accounts and Trade Basket.')
    expect((await row(3)).getByText(/^Already/)).toBeDefined()
  })

  it('keep what they were compared with when some are left out, without another call', async () => {
    const provider = knowingPages(12)
    open(provider, file(line('9ZZ1', 'VTI', '12'), line('9ZZ1', 'VTI', '13'), line('9ZZ1', 'VTI', '=1+1')))
    fireEvent.click(await screen.findByRole('button', { name: 'Compare more' }))
    await screen.findByText('1 usable line already in Trade Basket.')
    await screen.findByText('1 usable line much like one in Trade Basket.')
    provider.getList.mockClear()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    fireEvent.click(screen.getAllByRole('button', { name: 'Leave out 1 line' })[0] as HTMLElement)
    await screen.findByText(/^2 lines · /)
    screen.getByText('All lines compared with Trading Accounts and Trade Basket.')
    screen.getByText('1 line already in Trade Basket.')
    screen.getByText('1 line much like one in Trade Basket.')
    expect(provider.getList).not.toHaveBeenCalled()
  })

  it('that were left out are taken back together, with their faults and what they were compared with', async () => {
    const provider = knowing({ '9ZZ10041': 'Mara Quill' })
    open(provider, file(line('9zz10041'), line('9ZZ10041', '=1+1'), line('9ZZ10041', 'BND'), line('9ZZ7')))
    await screen.findByText('1 usable line not found in Trading Accounts.')
    fireEvent.click(screen.getByRole('button', { name: 'Leave out 2 lines' }))
    await screen.findByText('2 lines left out.')
    expect(screen.queryByRole('button', { name: 'Download what is wrong' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Leave out 1 line' }))
    await screen.findByText('3 lines left out.')
    provider.getList.mockClear()
    fireEvent.click(screen.getByRole('button', { name: 'Take them back' }))
    await screen.findByText('2 lines of 4 cannot be used, 1 of them only because of the spelling.')
    screen.getByRole('button', { name: 'Download what is wrong' })
    screen.getByText('June.csv')
    await screen.findByText('1 usable line not found in Trading Accounts.')
    expect(screen.queryByText(/left out\.$/)).toBeNull()
    expect(provider.getList).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Correct the spelling' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave out 1 line' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Take it back' }))
    await screen.findByText('June (respelled).csv')
  })

  it('say that they could not be compared, and are compared on Retry', async () => {
    const provider = knowing({ '9ZZ1': 'Mara Quill' })
    const answers = provider.getList.getMockImplementation()
    provider.getList.mockImplementation(() => Promise.reject(httpError(502, 'UPSTREAM_FAILED', 'The service failed.')))
    open(provider, file(line('9ZZ1')))
    await screen.findByText("Couldn't load Trading Accounts: 0 of 1 line compared.")
    expect(screen.queryByText(/Not found/)).toBeNull()
    const pending = Promise.withResolvers<undefined>()
    provider.getList.mockImplementation(async (...asked: readonly unknown[]) => {
      await pending.promise
      const answer: unknown = await answers?.(...asked)
      return answer
    })
    fireEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement)
    await screen.findByText('Comparing with Trading Accounts: 0 of 1 line')
    pending.resolve(undefined)
    await screen.findByText('Mara Quill')
  })

  it('are not compared with what the person may not see', async () => {
    const provider = knowing({ '9ZZ1': 'Mara Quill' })
    open(provider, file(line('9ZZ1')), ['support.uploadTrades'])
    await screen.findByText('Not compared with Trading Accounts.')
    expect(provider.getList).not.toHaveBeenCalled()
  })

  it('are counted in the question and in the outcome, with those of the own file', async () => {
    const provider = knowing({ '9ZZ1': 'Mara Quill' })
    provider.upload.mockResolvedValue({ data: { ok: true, message: '2 trade lines booked.' } })
    open(provider, file(line('9ZZ1'), line('9ZZ1', '=1+1'), line('9ZZ1', 'BND')))
    expect(await screen.findByText(/^3 lines · quantity of buys \S+ in usable lines$/)).toBeDefined()
    screen.getByText('1 line of 3 cannot be used. Correct it in the file, or leave it out.')
    fireEvent.click(await screen.findByRole('button', { name: 'Leave out 1 line' }))
    expect((await row(4)).getByText('BND')).toBeDefined()
    expect(screen.getByText(/^2 lines · quantity of buys \S+ in all$/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('2 of 3')).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Upload' }))
    await screen.findByText(/^File Uploaded: 2 trade lines booked\. Lines 2 of 3, File June \(2 of 3 lines\)\.csv /)
  })

  it('are looked up although they have another fault, and what is found is in the question', async () => {
    const provider = knowing({ '9ZZ1': 'Mara Quill' })
    open(provider, file(line('9ZZ7', '=1+1'), line('9ZZ1'), line('9ZZ8', 'BND')))
    await (await row(2)).findByText('Not found in Trading Accounts')
    await screen.findByText('All lines compared with Trading Accounts.')
    await screen.findByText('2 of 3 lines compared with Trade Basket: the rest cannot be, because of faults.')
    const [leaveOut] = await screen.findAllByRole('button', { name: 'Leave out 1 line' })
    fireEvent.click(leaveOut as HTMLElement)
    await screen.findByText('1 line not found in Trading Accounts.')
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('1 line not found in Trading Accounts.')).toBeDefined()
  })

  it('have a caution for a day in the future or without trading, also above them and in the question', async () => {
    const on = (day: string, vehicle = 'EQUITY') => `${line('9ZZ1').replace('2026-03-02', day)},${vehicle}`
    const lines = [on('2031-03-03'), on('2026-03-01'), on('2026-04-03', 'ETF'), on('2026-03-01', 'CRYPTO')]
    open(
      knowing({ '9ZZ1': 'Mara Quill' }),
      new File([[`${HEADER},security_type`, ...lines, ''].join('\n')], 'June.csv', { type: 'text/csv' }),
    )
    const future = await (await row(2)).findByText('Lies in the future')
    expect(future.closest('td')?.dataset['label']).toBe('trade_date')
    await (await row(3)).findByText('The exchange was closed on this day')
    await (await row(4)).findByText('The exchange was closed on this day')
    expect((await row(5)).queryByText(/closed/)).toBeNull()
    await screen.findByText('1 line dated in the future.')
    await screen.findByText('2 lines dated on a day when the exchange was closed.')
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect((await screen.findByRole('dialog')).textContent).toContain('Check1 line dated in the future. 2 lines dated')
  })

  it('are in one finding once they are refused, and what the service says of them can be saved', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:file'
    })
    const provider = knowing({ '9ZZ1': 'Mara Quill' })
    const reasons = 'line 3: account_no is not known\nline 4: trade_date lies in the future'
    provider.upload.mockRejectedValue(
      httpError(422, 'UPSTREAM_REFUSED', `2 lines could not be read, and nothing was booked:\n${reasons}`),
    )
    open(provider, file(line('9ZZ1'), line('9ZZ7'), line('9ZZ1', 'BND')))
    await screen.findByText('1 line not found in Trading Accounts.')
    fireEvent.click(screen.getByRole('button', { name: 'Download what to check' }))
    expect(await saved[0]?.text()).toMatch(/^"3","account_no","9ZZ7","Not found/m)
    await send(manualUpload)
    await screen.findByText('The service refused 2 lines.')
    expect(screen.getAllByRole('button', { name: /^Leave out/ }).map(({ textContent }) => textContent)).toEqual([
      'Leave out 2 lines',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Download what is wrong' }))
    expect(await saved[1]?.text()).toContain('"4","trade_date","2026-03-02","trade_date lies in the future"')
  })

  it('are marked as the service refused them, by their numbers in the own file, until another is chosen', async () => {
    const provider = knowing({ '9ZZ1': 'Mara Quill', '9ZZ2': 'Jo Fern' })
    provider.upload.mockRejectedValue(
      httpError(422, 'UPSTREAM_REFUSED', '1 line could not be read:\nline 3: account_no is not known'),
    )
    open(provider, file(line('9ZZ1'), line('9ZZ1', '=1+1'), line('9ZZ2')))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave out 1 line' }))
    await row(4)
    await send(manualUpload)
    await screen.findByText('The service refused 1 line.')
    expect((await row(4)).getByText('account_no is not known').closest('td')?.dataset['label']).toBe('account_no')
    const notice = await screen.findByText(/^Something Went Wrong/)
    expect(notice.textContent).toBe(
      'Something Went Wrong\n1 line could not be read.\nEach refused line says why, in the table above.',
    )
    choose(file(line('9ZZ1')))
    await waitFor(() => expect(screen.queryByText(/Something Went Wrong/)).toBeNull())
    expect(screen.queryByText('The service refused 1 line.')).toBeNull()
  })
})
