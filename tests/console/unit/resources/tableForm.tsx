import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { type FormProvider, formProvider, renderForms } from './renderForms.tsx'

export const HEADER = 'account_no,ticker,side,quantity,price,trade_date'
export const line = (account: string, ticker = 'VTI', quantity = '3.50') =>
  `${account},${ticker},buy,${quantity},41.23,2026-03-02`
export const file = (...lines: readonly string[]) =>
  new File([[HEADER, ...lines, ''].join('\n')], 'June.csv', { type: 'text/csv' })

const pageOf = (data: readonly object[]) => ({
  data,
  total: data.length,
  pageInfo: { hasNextPage: false, hasPreviousPage: false },
})

export interface Asked {
  readonly filter: Readonly<Record<string, unknown>>
  readonly meta: { readonly search?: string }
}

/** A provider whose accounts are these numbers with their names, and whose trades are these. */
export function knowing(accounts: Readonly<Record<string, string>>, trades: readonly object[] = []) {
  const provider = formProvider()
  provider.getList.mockImplementation((resource: string, { meta }: Asked) => {
    const number = meta.search ?? ''
    const name = accounts[number]
    const account = name === undefined ? [] : [{ id: number, account_no: number, name }]
    return Promise.resolve(pageOf(resource === 'trades' ? trades : account))
  })
  return provider
}

export const calls = (provider: FormProvider, resource: string): readonly Asked[] =>
  provider.getList.mock.calls.flatMap(([name, asked]) => (name === resource ? [asked as Asked] : []))

export const choose = (chosen: File) => fireEvent.change(screen.getByLabelText('File'), { target: { files: [chosen] } })

/** Opens the form and chooses a table. */
export function open(provider: FormProvider, chosen: File, held: readonly string[] = permissions) {
  renderForms('/populate-details?form=manualUpload', { provider, held })
  choose(chosen)
}

/** The row of a line. Roles take a second to compute in a table. */
export const row = (number: number) =>
  waitFor(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('tbody tr')]
    const found = rows.find((each) => each.querySelector('th')?.firstChild?.textContent === String(number))
    if (found === undefined) throw new Error(`no line ${number}`)
    return within(found)
  })
