import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from 'ra-core'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CipPage } from '../../../../resources/verification/cip/CipPage.tsx'
import type { HistoryEvent } from '../../../../language/history.ts'
import {
  accepted,
  addressRejected,
  indeterminate,
  snaps,
  statusAnswer,
  thirdParty,
  withFaults,
} from './investigationPayloads.ts'
import { httpError, muteExpectedErrors, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'
import { accounts } from '../../support/resources.ts'

const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve([]),
  getIdentity: () => Promise.resolve({ id: '1', fullName: 'Ada Mint' }),
}

const joint = accountDetail(
  { joint_user: anaBrandt, snaps },
  { first_name: 'Teo', last_name: 'Brandt', ss_number: '***-**-7781', account_no: '9ZZ10058' },
)
const both = [accepted(), indeterminate()]

interface Shown {
  readonly investigations?: readonly unknown[]
  readonly detail?: unknown
  readonly events?: readonly HistoryEvent[]
  /** Places of the cases' answer with a value of another type. */
  readonly faults?: readonly `/${string}`[]
}

const show = ({ investigations = both, detail = joint, events = [], faults = [] }: Shown = {}) => {
  const provider = stubProvider()
  provider.history.mockResolvedValue({ data: { ok: true, events } })
  provider.getOne.mockResolvedValue(detail)
  provider.read.mockResolvedValue({
    data: withFaults(statusAnswer(investigations), ...faults),
    meta: { unreadable: faults.length },
  })
  const client = new QueryClient()
  const page = () =>
    render(
      <MemoryRouter>
        <CoreAdminContext
          dataProvider={provider as unknown as DataProvider}
          authProvider={authProvider}
          queryClient={client}
          store={memoryStore()}
        >
          <CipPage definition={accounts} id="4108" productName="Countersign" />
        </CoreAdminContext>
      </MemoryRouter>,
    )
  return { provider, client, page }
}
const UNRECORDED = 'Decided outside Countersign'
const article = async (name: string) => within(await screen.findByRole('article', { name }))
const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent)

beforeEach(() => {
  cleanup()
  muteExpectedErrors()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the identification file of an account', () => {
  it('has a page for each applicant, with numbers and birthdays masked', async () => {
    show().page()
    const teo = await article('Primary: Teo Brandt')
    expect(teo.getByText('SSN').parentElement?.textContent).toBe('SSN***-**-7781')
    expect(teo.getByText('Date of birth').parentElement?.textContent).toBe('Date of birth**/**/1989')
    expect(teo.getByText('Citizenship').parentElement?.textContent).toBe('CitizenshipUnited States')
    const ana = await article('Secondary: Ana Brandt')
    expect(ana.getByText('SSN', { selector: 'dt' }).parentElement?.textContent).toBe('SSN***-**-0032')
    expect(ana.getByText('Address checked').parentElement?.textContent).toContain('118 Larch Hollow Rd, Apt 4, Ithaca')
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  it('says of each category how it was verified, and on which documents', async () => {
    show().page()
    const ana = await article('Secondary: Ana Brandt')
    const rows = ana.getAllByRole('row').slice(1)
    expect(rows.map(cells)).toEqual([
      ['Address', 'INDETERMINATE', 'Non-documentary: EQUIFAX, DOW_JONES, DNDB', 'None'],
      ['SSN', 'REJECTED', 'Documentary', `SSN card, snap-a1, uploadedSSA letter, snap-a2, approved${UNRECORDED}`],
    ])
    const teo = await article('Primary: Teo Brandt')
    expect(teo.getByText('Rejected documents').nextElementSibling?.textContent).toBe(
      `Passport, snap-a3, rejected${UNRECORDED}`,
    )
  })

  const settledAddress = { name: 'ADDRESS', categoryState: 'ACCEPTED', requestedDocuments: [] }
  const rejectedAddress = addressRejected().cipCategories[1]
  it.each([
    ['Non-documentary: All passing CIP results', [], rejectedAddress],
    ['Non-documentary: All passing CIP results', [], settledAddress],
    ['Documentary. Non-documentary: All passing CIP results', ['DRIVERS_LICENSE'], rejectedAddress],
  ])('calls third-party results %s', async (method, others, category) => {
    const own = ['ALL_PASSING_CIP_RESULTS', ...others].map((proof, index) => ({
      snap_id: `snap-${index}`,
      sketch_id: 'sketch-mara',
      doc_type: 'AFFILIATED_APPROVAL',
      proof,
      status: 'approved',
    }))
    const investigation = addressRejected({ cipCategories: [category] })
    show({ investigations: [investigation], detail: accountDetail({ snaps: own }) }).page()
    const mara = await article('Primary: Mara Quill')
    expect(mara.getAllByRole('row').slice(1).map(cells)).toEqual([
      [
        'Address',
        category?.categoryState,
        method,
        expect.stringContaining('All passing CIP results, snap-0, approved'),
      ],
    ])
  })

  it('says which name was checked, as it does of the address', async () => {
    const identity = { name: { givenName: 'Teodor', familyName: 'Brand' } }
    show({ investigations: [accepted({ request: { identity } }), indeterminate()] }).page()
    const teo = await article('Primary: Teo Brandt')
    expect(teo.getByText('Name', { selector: 'dt' }).nextElementSibling?.textContent).toBe('Teo Brandt')
    expect(teo.getByText('Name checked').nextElementSibling?.textContent).toBe('Teodor Brand')
    cleanup()
    show({ faults: ['/result/investigations/0/request/identity/name/familyName'] }).page()
    const unread = await article('Primary: Teo Brandt')
    expect(unread.getByText('Name checked').nextElementSibling?.textContent).toBe('Teo, Unreadable')
  })

  it('still knows the documents of a category that is accepted and asks for nothing any more', async () => {
    const settled = [
      { name: 'SSN', categoryState: 'ACCEPTED', requestedDocuments: [] },
      { name: 'ADDRESS', categoryState: 'ACCEPTED', requestedDocuments: [] },
    ]
    show({ investigations: [accepted(), indeterminate({ status: 'ACCEPTED', cipCategories: settled })] }).page()
    const ana = await article('Secondary: Ana Brandt')
    expect(ana.getAllByRole('row').slice(1).map(cells)).toEqual([
      ['SSN', 'ACCEPTED', 'Documentary', `SSN card, snap-a1, uploadedSSA letter, snap-a2, approved${UNRECORDED}`],
      ['Address', 'ACCEPTED', 'Non-documentary: EQUIFAX, DOW_JONES, DNDB', 'None'],
    ])
  })

  it('calls nothing documentary on the strength of a document that was not approved', async () => {
    const detail = { ...joint, data: { ...joint.data, snaps: [snaps[0]] } }
    show({ detail }).page()
    const ana = await article('Secondary: Ana Brandt')
    expect(ana.queryByText('Documentary')).toBeNull()
  })

  it('names each match of each list, and what did not answer', async () => {
    const silent = accepted({ result: { dndbResult: { profiles: [] } } })
    show({ investigations: [silent, indeterminate()] }).page()
    const lists = async (name: string) => {
      const page = await article(name)
      return ['DNDB', 'Dow Jones', 'Ofac'].map(
        (source) => page.getByText(source, { selector: 'dt' }).parentElement?.textContent,
      )
    }
    expect(await lists('Primary: Teo Brandt')).toEqual(['DNDBNo match', 'Dow JonesNo answer', 'OfacNo answer'])
    expect(await lists('Secondary: Ana Brandt')).toEqual([
      'DNDB1 matchA. Brandt, certainty LOW',
      'Dow Jones1 matchBRANDT, Ana, certainty 72',
      'Ofac1 matchPOTENTIAL_MATCH',
    ])
  })

  it('tells what was decided, by whom, when in New York and why, also in earlier cases', async () => {
    const old = addressRejected({ sketchId: 'sketch-old', archived: true })
    show({ investigations: [old, addressRejected({ history: [] })], detail: accountDetail() }).page()
    const mara = await article('Primary: Mara Quill')
    expect(mara.getByText('None recorded')).toBeDefined()
    const earlier = mara.getByRole('heading', { name: /^Earlier case sketch-old/ }).parentElement
    expect(earlier?.textContent).toContain('03/04/2026, 11:30 PMREJECTEDada.mintClearing firmAddress not found')
  })

  it('has a page for an applicant without any case', async () => {
    show({ investigations: [] }).page()
    const ana = await article('Secondary: Ana Brandt')
    expect(ana.getByText('No identity case')).toBeDefined()
  })

  it('is printed with the moment and the name of who does it', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    show().page()
    const teo = await article('Primary: Teo Brandt')
    expect(await teo.findByText(/^Printed \d\d\/\d\d\/\d{4}, \d\d:\d\d [AP]M New York time by Ada Mint$/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })

  it('holds no number and no birthday of a third party', async () => {
    const { container } = show().page()
    await article('Secondary: Ana Brandt')
    expect(container.innerHTML).not.toContain(thirdParty.ssn)
    expect(container.innerHTML).not.toContain(thirdParty.born)
  })

  it('says that it could not be read, and can be tried again', async () => {
    const { provider, page } = show()
    provider.read.mockRejectedValueOnce(httpError(502, 'UPSTREAM', 'The clearing firm is not available'))
    page()
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await article('Primary: Teo Brandt')
  })

  it('is not there for those who may not read the account, or where there is none', async () => {
    const { provider, page } = show()
    provider.getOne.mockRejectedValueOnce(httpError(403, 'FORBIDDEN', 'No'))
    page()
    expect(await screen.findByText('Sorry, you do not have permission to access this page')).toBeDefined()
    cleanup()
    provider.getOne.mockRejectedValueOnce(httpError(404, 'NOT_FOUND', 'No'))
    page()
    expect(await screen.findByText('There is nothing to show for this record')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  })
})

describe('an identification file of which a part could not be read', () => {
  const INCOMPLETE = 'This file is not complete: a part of the record could not be read.'
  const CASE = '/result/investigations/1'
  const textOf = async (name: string) => (await screen.findByRole('article', { name })).textContent

  it('says so on each sheet, and not that there is no case', async () => {
    show({ faults: ['/result/investigations'] }).page()
    for (const name of ['Primary: Teo Brandt', 'Secondary: Ana Brandt']) {
      const sheet = await article(name)
      expect(sheet.getByText(INCOMPLETE)).toBeDefined()
      expect(sheet.getByText('Identity cases could not be read')).toBeDefined()
      expect(sheet.getByText('Address checked').nextElementSibling?.textContent).toBe('Unreadable')
      expect(sheet.queryByText('No identity case')).toBeNull()
    }
  })

  it('says so at each list whose answer it is, and not that there is no result or no match', async () => {
    show({ faults: [`${CASE}/result`] }).page()
    const ana = await article('Secondary: Ana Brandt')
    expect(ana.queryByText('No result yet')).toBeNull()
    const list = (source: string) => ana.getByText(source, { selector: 'dt' }).nextElementSibling?.textContent
    expect(['DNDB', 'Dow Jones', 'Ofac'].map(list)).toEqual(['Unreadable', 'Unreadable', 'Unreadable'])
    expect(ana.getAllByRole('row').slice(1).map(cells)[0]).toEqual(['Address', 'INDETERMINATE', 'Unreadable', 'None'])
    cleanup()
    show({ faults: [`${CASE}/result/dowJonesResult/profiles/0`, `${CASE}/result/ofacResult/ofacMatch`] }).page()
    const text = await textOf('Secondary: Ana Brandt')
    expect(text).toContain('Dow JonesUnreadableOfacUnreadable')
    cleanup()
    show({ faults: [`${CASE}/result/dndbResult/profiles/0/record`] }).page()
    expect(await textOf('Secondary: Ana Brandt')).toContain('DNDB1 match, not all could be read')
  })

  it('says so at a category, its state, and the decisions of a case', async () => {
    const places = ['/cipCategories/0/categoryState', '/cipCategories/1', '/history', '/status'] as const
    show({ faults: places.map((place) => `${CASE}${place}` as const) }).page()
    const ana = await article('Secondary: Ana Brandt')
    expect(ana.getAllByRole('row').slice(1).map(cells)).toEqual([
      ['Address', 'Unreadable', 'Non-documentary: EQUIFAX, DOW_JONES, DNDB', 'None'],
      ['Unreadable', 'Unreadable', 'Unreadable', 'Could not be read'],
    ])
    expect(ana.getByRole('heading', { name: 'Case sketch-ana Unreadable' })).toBeDefined()
    expect(ana.getByText('Decisions').nextElementSibling?.textContent).toBe('Could not be read')
    cleanup()
    show({ faults: [`${CASE}/cipCategories`] }).page()
    expect(await textOf('Secondary: Ana Brandt')).toContain('Categories could not be read')
  })

  it('keeps the other applicant on their own sheet', async () => {
    show({ faults: ['/result/investigations/0'] }).page()
    expect(await textOf('Primary: Teo Brandt')).not.toContain('sketch-ana')
    expect(await textOf('Secondary: Ana Brandt')).toContain('sketch-ana')
  })

  it('says of documents that they could not be read, and not that there are none', async () => {
    show({ detail: { data: withFaults(joint.data, '/snaps') } }).page()
    const ana = await article('Secondary: Ana Brandt')
    expect(ana.getByText(INCOMPLETE)).toBeDefined()
    expect(ana.getByText('Documents could not be read')).toBeDefined()
    expect(ana.getAllByRole('row').slice(1).map(cells)[1]).toEqual([
      'SSN',
      'REJECTED',
      'Unreadable',
      'Could not be read',
    ])
    cleanup()
    show({ detail: { data: withFaults(joint.data, '/snaps/1/proof') } }).page()
    expect(await textOf('Secondary: Ana Brandt')).toContain('1 document could not be read in full')
  })

  it('says on each sheet that it may be old where it could not be read again', async () => {
    const { provider, client, page } = show()
    page()
    await article('Primary: Teo Brandt')
    provider.read.mockRejectedValue(httpError(502, 'UPSTREAM', 'The clearing firm is not available'))
    await act(() => client.invalidateQueries())
    expect(await screen.findAllByText(/^This file may not be as the record is now/)).toHaveLength(2)
  })

  it('says nothing of the kind where all was read', async () => {
    show().page()
    expect(await textOf('Secondary: Ana Brandt')).not.toMatch(/not complete|read|Unreadable/)
  })
})
