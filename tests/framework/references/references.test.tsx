import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { model as library } from '../../../examples/library/schemas/index.ts'
import { showCases, showLibrary } from './withReferences.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const failure = (status: number, message: string) => Response.json({ code: 'UPSTREAM_FAILED', message }, { status })

const row = async (book: string) => within((await screen.findByText(book)).closest('tr')!)

const without = (permission: string) => library.registry.permissions.filter((each) => each !== permission)

describe('a value that refers to another resource', () => {
  it('is the name of the record, linked to its page, and all names come with one call', async () => {
    const { callsOf } = showLibrary({}, { resource: 'loans' })
    const names = await screen.findAllByRole('link', { name: 'Otto Lind' })
    expect(names).toHaveLength(10)
    expect(names[0]?.getAttribute('href')).toBe('/member/2')
    expect(callsOf('members.list')).toHaveLength(1)
  })

  it('has the address of its list in the state of the record’s page, for the way back', async () => {
    const { router } = showLibrary({}, { resource: 'loans', address: '/loans?page=2' })
    const [first] = await screen.findAllByRole('link', { name: 'Otto Lind' })
    fireEvent.click(first!)
    await waitFor(() => expect(router.state.location.pathname).toBe('/member/2'))
    expect(router.state.location.state).toEqual({ back: '/loans?page=2' })
  })

  it('is its id while the name is read, and the rows do not wait for it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    showLibrary({ 'members.list': () => promise }, { resource: 'loans' })
    const cells = await row('Book 2')
    expect(cells.getAllByText('2').map((each) => each.closest('a'))).toContain(null)
    resolve(Response.json([{ id: 2, name: 'Otto Lind', card: 'M-0002' }]))
    expect(await cells.findByRole('link', { name: 'Otto Lind' })).toBeDefined()
  })

  it('is its id with the reason when the other resource fails or lacks the record', async () => {
    showLibrary({ 'members.list': () => failure(503, 'Down.') }, { resource: 'loans' })
    const cells = await row('Book 4')
    await waitFor(() => expect(cells.getByTitle("Couldn't be loaded from Members: Down.").textContent).toBe('2'))
    cleanup()
    showLibrary({ 'members.list': () => Response.json([]) }, { resource: 'loans' })
    expect((await (await row('Book 4')).findByTitle("Couldn't be loaded from Members")).textContent).toBe('2')
  })

  it('is its id for people who may not see the other resource, and nothing is called', async () => {
    const { callsOf } = showLibrary({}, { resource: 'loans', permissions: without('members.read') })
    expect(
      (
        await (
          await row('Book 4')
        ).findByTitle(
          /^You do not have permission to see Members\. You need the permission \S+\. Ask an administrator\.$/,
        )
      ).textContent,
    ).toBe('2')
    expect(callsOf('members.list')).toHaveLength(0)
  })

  it('is a dash when it is empty', async () => {
    const answer = () =>
      Response.json([{ id: 1, title: 'Book 1', card: 'M-0001', due: '2027-01-02' }], {
        headers: { 'Content-Range': 'loans 0-0/1' },
      })
    showLibrary({ 'loans.list': answer }, { resource: 'loans' })
    expect((await row('Book 1')).getByText('-')).toBeDefined()
  })
})

describe('a filter that refers to another resource', () => {
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    return screen.findByRole('combobox')
  }

  it('is chosen by name, and its chip has the name', async () => {
    const { callsOf } = showLibrary({}, { resource: 'loans' })
    const field = await open()
    fireEvent.click(field)
    expect(await screen.findByRole('option', { name: 'Nora Field' })).toBeDefined()
    fireEvent.change(field, { target: { value: 'LI' } })
    expect(screen.queryByRole('option', { name: 'Nora Field' })).toBeNull()
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(field).toHaveProperty('value', 'Otto Lind'))
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await screen.findByRole('button', { name: 'Remove filter Member: Otto Lind' })
    const filters = callsOf('loans.list').map(({ url }) => url.searchParams.get('filter'))
    expect(filters).toContain('{"member":2}')
  })

  it('takes the id from people who may not see the other resource', async () => {
    showLibrary({}, { resource: 'loans', permissions: without('members.read') })
    fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    fireEvent.change(await screen.findByLabelText('Member'), { target: { value: '2' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByRole('button', { name: 'Remove filter Member: 2' })).toBeDefined()
  })

  it('is searched by the service, and Enter chooses nothing before its answer', async () => {
    const advisor = (code: string, name: string) => ({
      advisor_code: code,
      profile: { fullName: name },
      region: 'EAST',
    })
    const all = [advisor('A1', 'Nora Field'), advisor('B2', 'Otto Lind')]
    const { callsOf } = showCases({
      'cases.list': () => Response.json({ hits: [], page: {} }),
      'advisors.list': (url) => {
        const q = url.searchParams.get('q')
        return Response.json({ content: q === 'b' ? all.slice(1) : all, totalElements: 2 })
      },
      'advisors.getMany': () => Response.json({ content: all }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    const field = await screen.findByRole('combobox', { name: 'Advisor' })
    fireEvent.click(field)
    expect(await screen.findByRole('option', { name: 'Nora Field' })).toBeDefined()
    fireEvent.change(field, { target: { value: 'b' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field).toHaveProperty('value', '')
    fireEvent.change(field, { target: { value: 'ｂ' } })
    await waitFor(() => {
      const offered = within(screen.getByRole('listbox')).getAllByRole('option')
      expect(offered.map(({ textContent }) => textContent)).toEqual(['Otto Lind'])
    })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(field).toHaveProperty('value', 'Otto Lind'))
    expect(callsOf('advisors.list').map(({ url }) => url.searchParams.get('q'))).toEqual([null, 'b'])
  })
})

describe('an input that refers to another resource', () => {
  it('has the name of the value, and sends the id of the record that is chosen', async () => {
    const advisor = (code: string, name: string) => ({
      advisor_code: code,
      profile: { fullName: name },
      region: 'EAST',
    })
    const content = [advisor('A1', 'Nora Field'), advisor('B2', 'Otto Lind')]
    const { callsOf } = showCases({
      'cases.list': () =>
        Response.json({
          hits: [{ office: 'EAST', number: 7, subject: 'Lost card', state: 'open', assignee: { code: 'A1' } }],
          page: {},
        }),
      'advisors.list': () => Response.json({ content, totalElements: 2 }),
      'advisors.getMany': () => Response.json({ content }),
      'cases.assign': () => Response.json({ message: 'ok' }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Assign/ }))
    const asked = within(await screen.findByRole('dialog', { name: 'Assign EAST 7' }))
    const field = asked.getByRole('combobox', { name: 'Advisor' })
    await waitFor(() => expect(field).toHaveProperty('value', 'Nora Field'))
    fireEvent.click(field)
    fireEvent.click(await screen.findByRole('option', { name: 'Otto Lind' }))
    expect(field).toHaveProperty('value', 'Otto Lind')
    fireEvent.click(asked.getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(callsOf('cases.assign').map(({ text }) => text)).toEqual(['{"code":"B2"}']))
  })
})

describe('the records that refer to the record of a page', () => {
  const open = (answers = {}, permissions = library.registry.permissions, address = '/member/2?tab=loans') =>
    showLibrary(answers, { resource: 'members', id: '2', address, permissions })

  it('are the other list, filtered, without the column that is the same in every row', async () => {
    const { callsOf } = open()
    expect(await screen.findByText('Book 1')).toBeDefined()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Loan',
      'Book',
      'Card',
      'Due',
      'Action',
    ])
    expect(callsOf('loans.list')[0]?.url.searchParams.get('filter')).toBe('{"member":2}')
  })

  it('have pages and an order in the address of the page, next to its tab', async () => {
    const { router, callsOf } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Book 21')).toBeDefined()
    expect(router.state.location.search).toBe('?tab=loans&loans.member.page=2')
    fireEvent.click(screen.getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=loans&loans.member.sort=title:asc'))
    await waitFor(() => expect(callsOf('loans.list').at(-1)?.url.searchParams.get('sort')).toBe('["title","ASC"]'))
  })

  it('offer only pages that exist, also at an address beyond the last one', async () => {
    const { router } = open({}, library.registry.permissions, '/member/2?tab=loans&loans.member.page=99')
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }))
    const offered = pages.getAllByRole('button', { name: /^Page / }).map(({ textContent }) => textContent)
    expect(offered.at(-1)).toBe(pages.getByText(/^of \d+$/).textContent?.replace('of ', ''))
    fireEvent.click(pages.getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(router.state.location.search).toContain(`loans.member.page=${offered.at(-1)}`))
  })

  it('have their actions', async () => {
    open()
    fireEvent.click((await screen.findAllByRole('button', { name: /Edit/ }))[0]!)
    expect(await screen.findByRole('dialog', { name: 'Edit Loans' })).toBeDefined()
  })

  it('may be none', async () => {
    open({ 'loans.list': () => Response.json([], { headers: { 'Content-Range': 'loans */0' } }) })
    expect(await screen.findByText('No loans')).toBeDefined()
  })

  it('are not said to be none where they could not be read', async () => {
    open({ 'loans.list': () => Response.json([{ id: 'x' }], { headers: { 'Content-Range': 'loans 0-0/1' } }) })
    expect(await screen.findByText('1 record could not be read')).toBeDefined()
    expect(screen.queryByText('No loans')).toBeNull()
  })

  it('fail alone, and are not asked for without the permission', async () => {
    open({ 'loans.list': () => failure(503, 'Down.') })
    expect(await screen.findByText("Couldn't load loans.")).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Otto Lind' })).toBeDefined()
    cleanup()
    const { callsOf } = open({}, without('loans.read'))
    expect(await screen.findByText(/^You do not have permission to see Loans\. You need the permission /)).toBeDefined()
    expect(callsOf('loans.list')).toHaveLength(0)
  })
})
