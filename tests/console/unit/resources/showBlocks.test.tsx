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

  it('say of a part of the wrong type that it is unreadable, and of what it is, above all', async () => {
    const why = 'Expected object or null, got string'
    const unreadable = {
      '@unreadable': { '/joint_user': why, '/bank': why, '/holdings': why, '/account/0/last_name': why },
    }
    const panel = await open('details', { ...unreadable, bank: null, holdings: null }, { last_name: null })
    expect(row('Name', panel)).toEqual(['Mara Unreadable', 'Unreadable'])
    expect(row('City', panel)).toEqual(['Ithaca', 'Unreadable'])
    expect(
      screen.getByText(/^Could not be read: Second applicant, Linked account, Holdings, Last name\./),
    ).toBeDefined()
    cleanup()
    expect(valueOf('Bank name', await open('linked-account', { ...unreadable, bank: null }))).toBe('Unreadable')
    cleanup()
    const more = await open('more', { ...unreadable, holdings: null })
    expect(more.queryByText('None populated')).toBeNull()
    cleanup()
    const documents = await open('documents', unreadable)
    expect((await documents.findByText('Letter of the second applicant')).nextElementSibling?.textContent).toBe(
      'Unreadable',
    )
  })

  it('offer nothing that depends on a state that could not be read, and say why', async () => {
    const unreadable = { '@unreadable': { '/account/0/name': 'why', '/account/0/status': 'why' } }
    await open('details', unreadable, { name: null, status: null }, roles.operations)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unreadable')
    const close = await screen.findByRole('button', { name: 'Close Account' })
    expect(close.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText('What this depends on could not be read').length).toBeGreaterThan(0)
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
