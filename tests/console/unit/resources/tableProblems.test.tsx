import { fireEvent, screen, within } from '@testing-library/react'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { renderForms, setUpForms } from './renderForms.tsx'
import { type Asked, choose, file, HEADER, knowing, line, open, row } from './tableForm.tsx'

setUpForms()

/** A workbook with these rows in its first sheet, and another sheet. */
function workbook(rows: readonly (readonly string[])[]): File {
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`
  const row = (cells: readonly string[]) => `<row>${cells.map(cell).join('')}</row>`
  const parts = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Trades" id="r1"/><sheet name="Notes" id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="first.xml"/></Relationships>',
    'xl/first.xml': `<worksheet><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
  }
  const zipped = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
  return new File([zipped as Uint8Array<ArrayBuffer>], 'June.xlsx')
}

describe('the form of a table', () => {
  it('says before a file is chosen which columns it has, which are optional, and how values are written', async () => {
    renderForms('/populate-details?form=manualUpload')
    await screen.findByText('account_no, ticker, side, quantity, price, trade_date, security_type (optional)')
    expect(screen.getByText('9ZZ10041, VTI, buy or sell, 3.5, 240.10, 2026-02-24, EQUITY')).toBeDefined()
  })

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('says that commas are wanted where a file has %s', async (name, separator) => {
    const text = `${HEADER}\n${line('9ZZ1')}\n`.replaceAll(',', separator)
    open(knowing({}), new File([text], 'June.csv', { type: 'text/csv' }))
    const said = `It has ${name} between them: save the file with commas, and with a decimal point in numbers`
    expect((await screen.findByText(/security_type \(optional\)\./)).textContent).toContain(said)
  })
})

describe('a day of a line', () => {
  it.each([
    ['2026-02-30', 'There is no such day in the calendar'],
    ['2026-02-29', 'There is no such day in the calendar'],
    ['2026-04-31', 'There is no such day in the calendar'],
    ['02/03/2026', 'Enter a day as YYYY-MM-DD'],
  ])('that is %s is refused: %s', async (day, text) => {
    open(knowing({}), file(line('9ZZ1').replace('2026-03-02', day)))
    expect(await (await row(2)).findByText(text)).toBeDefined()
  })
})

describe('a workbook of several sheets', () => {
  const text = "Only the first sheet is read: 'Trades'. 1 more sheet is not read."

  it('says in its preview which sheet is read and how many are not, also where that one has other columns', async () => {
    open(knowing({}), workbook([HEADER.split(','), line('9ZZ1').split(',')]))
    expect((await screen.findByText(text)).closest('.cs-notice--warning')).not.toBeNull()
    expect(await screen.findByText(/^1 line · /)).toBeDefined()
    choose(workbook([['Cover']]))
    await screen.findByText(/It has 'Cover' instead of 'account_no'$/)
    const where = `${text} The lines have to be in the first sheet.`
    expect(screen.getByText(where)).toBeDefined()
    choose(file(line('9ZZ1')))
    await screen.findByText(/^1 line · /)
    expect(screen.queryByText(/first sheet/)).toBeNull()
  })
})

describe('a file whose lines cannot be known', () => {
  it('says why, and the template is offered next to it', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:file'
    })
    open(knowing({}), new File([`account,ticker\n9ZZ1,VTI\n`], 'June.csv', { type: 'text/csv' }))
    const problem = await screen.findByText(/It has 'account' instead of 'account_no'$/)
    fireEvent.click(within(problem.parentElement as HTMLElement).getByRole('button', { name: 'Download a template' }))
    expect(await saved[0]?.text()).toMatch(/^"account_no","ticker"/)
  })
})

describe('the lines of a chosen table', () => {
  it('have to be corrected where none can be used', async () => {
    open(knowing({}), file(line('9ZZ1', 'VTI', '0'), line('9ZZ2', 'VTI', '0')))
    await screen.findByText('2 lines of 2 cannot be used. Correct them in the file.')
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    await screen.findByText('Lines that cannot be used: 2. Correct them.')
    choose(file(line('9ZZ1', 'VTI', '0')))
    await screen.findByText('1 line of 1 cannot be used. Correct it in the file.')
    expect(screen.queryByRole('button', { name: /^Leave out/ })).toBeNull()
  })

  it('cannot be without a vehicle where there is a column for it: the service takes none of them', async () => {
    const lines = [`${HEADER},security_type`, `${line('9ZZ1')},`, `${line('9ZZ1', 'BND')},ETF`, '']
    open(knowing({ '9ZZ1': 'Mara Quill' }), new File([lines.join('\n')], 'June.csv', { type: 'text/csv' }))
    const fault = await (await row(2)).findByText('Enter a vehicle such as EQUITY, or leave the whole column out')
    expect(fault.closest('td')?.dataset['label']).toBe('security_type')
    expect(screen.getByText('1 line of 2 cannot be used. Correct it in the file, or leave it out.')).toBeDefined()
    choose(file(line('9ZZ1')))
    await screen.findByText(/^1 line · /)
    expect(screen.queryByText(/cannot be used/)).toBeNull()
  })

  it('are counted once: those that cannot be used are not among those to check', async () => {
    const future = (text: string) => text.replace('2026-03-02', '2031-03-03')
    const faulty = future(line('9ZZ7', '=1+1'))
    open(knowing({}), file(faulty, faulty, line('9ZZ8'), future(line('9ZZ9'))))
    await screen.findByText('2 lines of 4 cannot be used. Correct them in the file, or leave them out.')
    await screen.findByText('2 usable lines not found in Trading Accounts.')
    await screen.findByText('1 usable line dated in the future.')
    expect(screen.queryByText(/with the same values/)).toBeNull()
    expect((await row(2)).getByText('Not found in Trading Accounts')).toBeDefined()
    expect((await row(2)).getByText('Lies in the future')).toBeDefined()
  })
})

describe('the figures of a file', () => {
  it('say what they count: no empty lines, and of those to check the usable ones where not all are', async () => {
    const faulty = line('9ZZ7', 'VTI', '0')
    open(knowing({ '9ZZ1': 'Mara Quill' }), file('', line('9ZZ1'), '   ', line('9ZZ1'), faulty, ',,,,,', line('9ZZ7')))
    await screen.findByText('5 lines, empty ones not counted · quantity of buys 10.5 in usable lines')
    await screen.findByText('2 lines of 5 cannot be used. Correct them in the file, or leave them out.')
    await screen.findByText('1 usable line not found in Trading Accounts.')
    await screen.findByText(/^1 usable line with the same values as an earlier one\./)
    fireEvent.click(screen.getByRole('button', { name: 'Leave out 2 lines' }))
    await screen.findByText('3 lines · quantity of buys 10.5 in all')
    await screen.findByText('1 line not found in Trading Accounts.')
  })
})

describe('what to check in a file', () => {
  it('is announced once the lines were compared', async () => {
    const provider = knowing({ '9ZZ1': 'Mara Quill' })
    const trade = { ticker: 'VTI', order_type: 'buy', order_price: '41.23', trade_date: '2026-03-02' }
    const answers = provider.getList.getMockImplementation()
    const late = Promise.withResolvers<undefined>()
    provider.getList.mockImplementation(async (resource: string, asked: Asked) => {
      if (resource !== 'trades') return (await answers?.(resource, asked)) as object
      if (asked.filter['accountNumber'] === '9ZZ2') await late.promise
      return { data: [{ id: 1, account_no: '9ZZ1', quantity: '3.5', ...trade }], total: 1, pageInfo: {} }
    })
    open(provider, file(line('9ZZ1'), line('9ZZ2')))
    const said = await screen.findByText('1 line already in Trade Basket.')
    expect(said.closest('output, [aria-live], [role=alert]')).toBeNull()
    late.resolve(undefined)
    await screen.findByText('All lines compared with Trading Accounts and Trade Basket.')
    expect(screen.getByText('1 line already in Trade Basket.').closest('output')).not.toBeNull()
  })
})
