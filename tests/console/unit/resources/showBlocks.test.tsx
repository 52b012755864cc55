import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { roles } from '../../../../schemas/shared/permissions.ts'
import { muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'

beforeEach(muteExpectedErrors)

const open = async (tab: string, change = {}, account = {}, held?: readonly string[]) => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail(change, account))
  renderPage(`/account/4107?tab=${tab}`, { provider, ...(held === undefined ? {} : { held }) })
  await screen.findByRole('heading', { level: 1 })
  return within(screen.getByRole('tabpanel'))
}

function valueOf(label: string, scope: Pick<typeof screen, 'getByText'>) {
  return scope.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
}

const row = (label: string, scope: ReturnType<typeof within>) =>
  within(scope.getByRole('rowheader', { name: label }).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe("the blocks of a record's page", () => {
  it('write values as their formats say, and a dash where there is none', async () => {
    const panel = await open('details')
    expect(valueOf('Citizenship', panel)).toBe('United States')
    expect(valueOf('Gender', panel)).toBe('Female')
    expect(valueOf('Street', panel)).toBe('-')
    expect(valueOf('Annual income', screen)).toBe('$50,001 – $100,000')
  })

  it('say of text that should be JSON and is none that it is unreadable, and draw all else', async () => {
    await open('details', {}, { investment_profile: '{"annualIncomeUSD":{' })
    expect(valueOf('Annual income', screen)).toContain('Unreadable')
    expect(screen.getByText('The service sent text that is not JSON.')).toBeDefined()
    expect(valueOf('Gender', screen)).toBe('Female')
  })

  it('say of a part that is missing that it was not provided', async () => {
    expect((await open('linked-account')).getByText('Not provided')).toBeDefined()
  })

  it('are there as soon as one of several parts is', async () => {
    const neither = await open('details', { profile: [] })
    expect(neither.getByText('Not provided')).toBeDefined()
    cleanup()
    const second = await open('details', { profile: [], joint_user: anaBrandt })
    expect(second.queryByText('Not provided')).toBeNull()
    expect(row('City', second)).toEqual(['-', 'Ithaca'])
  })

  it('live without profile, bank, joint user and lists', async () => {
    const nothing = { profile: null, bank: null, snaps: null, ach: null, request: null, deposits: undefined }
    const panel = await open('details', nothing)
    expect(valueOf('Date of birth', panel)).toBe('-')
    expect(screen.getByText('No linked bank')).toBeDefined()
  })

  it('put both applicants side by side, mark what should be equal, and span what is said of neither', async () => {
    const panel = await open('details', { joint_user: anaBrandt })
    expect(panel.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('SecondaryAna Brandt')
    expect(row('Name', panel)).toEqual(['Mara Quill', 'Ana Brandt'])
    expect(row('Citizenship', panel)).toEqual(['United States', 'Canadadiffers'])
    expect(row('City', panel)).toEqual(['Ithaca', 'Ithaca'])
    expect(row('Gender', panel)).toEqual(['Female'])
  })

  it('mark a value that is not the one expected', async () => {
    const panel = await open('details', {}, { apex_email: 'm.quill@example.test' })
    expect(panel.getByText('differs from Email ID')).toBeDefined()
  })

  it('show the whole answer to those alone who may look behind the screens', async () => {
    const panel = await open('more')
    const details = (await panel.findByText('Raw data')).closest('details') as HTMLDetailsElement
    expect(details.querySelector('pre')).toBeNull()
    details.open = true
    fireEvent(details, new Event('toggle'))
    expect(details.querySelector('pre')?.textContent).toContain('"ss_number": "***-**-4410"')
    const reviewers = await open('more', {}, {}, roles['reviewer'])
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: /Test:/ }).getAttribute('aria-disabled')).toBe('false'),
    )
    expect(reviewers.queryByText('Raw data')).toBeNull()
  })
})
