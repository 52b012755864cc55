import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { approvalsMark } from '../../../../src/data/permissions.ts'
import { OWN } from '../../../../src/data/ownApprovals.ts'
import { ABOUT, waitingKey } from '../../../../src/data/useGrants.ts'
import {
  consoleConfig,
  fakeChannels,
  fakeGateway,
  json,
  openTab,
  waitingApproval,
} from '../../../framework/browser/support.ts'
import {
  allForms,
  control,
  fill,
  fillAll,
  httpError,
  listed,
  MARA,
  renderForms,
  submitButton,
  validText,
} from './renderForms.tsx'

const forms = allForms.filter(({ form }) => form.actions['submit']?.secondApprover !== undefined)

const config = consoleConfig({ productName: 'Countersign' })

/** Renders the page of forms, where one request of a form about this value waits. */
function mount({ name, address }: (typeof forms)[number], about: string | null, isOwn = false) {
  const row = waitingApproval({ operation: `${name}.submit`, about, title: 'Asked before', isOwn })
  const url = `/console/approvals/about?resource=${name}`
  const gateway = fakeGateway({ [url]: () => json(200, { rows: [row], next: null }) })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const shell = { config, ...openTab(gateway.fetcher, fakeChannels().open()) }
  return { gateway, ...renderForms(address, { held: [...permissions, approvalsMark(24)], shell }) }
}

const subjectOf = ({ form }: (typeof forms)[number]): string => {
  if (form.form.about === undefined) throw new Error(`${form.name} is about no record`)
  return form.form.about.field
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe.each(forms)('the form $name, of which one request waits for a second person,', (own) => {
  const field = subjectOf(own)
  const about = validText(field).toLowerCase()

  test('says so with who requested it, a link, and a button that is off with its reason', async () => {
    const { provider, router } = mount(own, about)
    fillAll(own.form)
    const note = await screen.findByRole('note')
    expect(note.textContent).toContain(`${own.form.label}: waiting for approval by another person.`)
    expect(note.textContent).toContain('Requested by first@library.test, ')
    expect(note.querySelector('a')?.textContent).toBe('Review')
    const button = submitButton()
    expect([button.getAttribute('aria-disabled'), button.title]).toEqual([
      'true',
      'Waiting for approval by another person',
    ])
    fireEvent.submit(button.closest('form') ?? button)
    fireEvent.click(button)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Waiting for approval by another person'))
    expect([screen.queryByRole('dialog'), provider.action.mock.calls]).toEqual([null, []])
    expect(router.state.location.search).not.toContain(about)
  })

  test('can be sent about someone else', async () => {
    const { gateway } = mount(own, 'someone.else@example.test')
    fillAll(own.form)
    await waitFor(() => expect(gateway.seen).toHaveLength(1))
    fireEvent.click(submitButton())
    expect(await screen.findByRole('dialog')).toBeDefined()
    expect(screen.queryByText(/waiting for approval by another person\./)).toBeNull()
  })
})

test('a form that is sent for approval is no success, leads to what waits, and says so no longer once it is decided', async () => {
  const own = forms.find(({ name }) => name === 'unlinkBank')!
  const { provider, queryClient } = mount(own, 'someone.else@example.test')
  const waitsUntil = '2026-11-24T15:00:00.000Z'
  provider.getList.mockResolvedValue(listed(MARA))
  provider.action.mockResolvedValue({ data: { id: 'form', ok: true, message: undefined, answer: {}, waitsUntil } })
  fillAll(own.form)
  fireEvent.click(submitButton())
  const asked = within(await screen.findByRole('dialog'))
  fireEvent.change(await asked.findByLabelText('Reason'), { target: { value: 'Asked by phone' } })
  fireEvent.change(asked.getByLabelText('Type the email address to confirm'), { target: { value: validText('email') } })
  fireEvent.click(asked.getByRole('button', { name: 'Send for approval' }))
  const notice = (await screen.findByText(/Sent for approval\. Nothing has been changed yet/)).closest('.cs-notice')
  expect(notice?.className).toContain('cs-notice--info')
  expect(notice?.querySelector('a')?.getAttribute('href')).toBe('/approvals?view=mine')
  expect([control('email').value, notice?.querySelectorAll('a, button').length]).toEqual(['', 1])
  expect(screen.getByRole('complementary', { name: 'Whom this is about' }).textContent).toContain('Mara Quill')
  const request = waitingApproval({
    operation: 'unlinkBank.submit',
    title: 'Unlink',
    isOwn: true,
    expiresAt: waitsUntil,
  })
  act(() => void queryClient.setQueryData(OWN, [request]))
  expect(screen.queryByText(/Sent for approval/)).not.toBeNull()
  act(() => void queryClient.setQueryData(OWN, [{ ...request, state: 'rejected' }]))
  await waitFor(() => expect(screen.queryByText(/Sent for approval/)).toBeNull())
})

test('what was sent for approval is said once: below the form, also where it is about the same again', async () => {
  const own = forms.find(({ name }) => name === 'unlinkBank')!
  const waitsUntil = '2026-11-24T15:00:00.000Z'
  const { provider, queryClient } = mount(own, 'someone.else@example.test')
  provider.action.mockResolvedValue({ data: { id: 'form', ok: true, message: undefined, answer: {}, waitsUntil } })
  fillAll(own.form)
  fireEvent.click(submitButton())
  const asked = within(await screen.findByRole('dialog'))
  fireEvent.change(await asked.findByLabelText('Reason'), { target: { value: 'Asked by phone' } })
  fireEvent.change(asked.getByLabelText('Type the email address to confirm'), { target: { value: validText('email') } })
  fireEvent.click(asked.getByRole('button', { name: 'Send for approval' }))
  await screen.findByText(/Sent for approval\. Nothing has been changed yet/)
  const waiting = {
    operation: 'unlinkBank.submit',
    title: 'Unlink',
    about: validText('email').toLowerCase(),
    isOwn: true,
  }
  const rowsOf = (expiresAt: string) => [waitingApproval({ ...waiting, expiresAt })]
  act(() => void queryClient.setQueryData(waitingKey('unlinkBank'), rowsOf(waitsUntil)))
  fillAll(own.form)
  await waitFor(() => expect(submitButton().getAttribute('aria-disabled')).toBe('true'))
  expect(screen.queryByRole('note')).toBeNull()
  act(() => void queryClient.setQueryData(waitingKey('unlinkBank'), rowsOf('2026-11-25T15:00:00.000Z')))
  await screen.findByRole('note')
})

test('a form that a second person approves only with some inputs can be sent without them', async () => {
  const own = forms.find(({ name }) => name === 'updateUser')!
  mount(own, validText('user_email').toLowerCase())
  fill(own.form, 'user_email')
  fill(own.form, 'phone')
  await screen.findByRole('note')
  expect(submitButton().getAttribute('aria-disabled')).toBe('false')
  fill(own.form, 'last_name')
  await waitFor(() => expect(submitButton().getAttribute('aria-disabled')).toBe('true'))
  expect(control('last_name').value).toBe(validText('last_name'))
})

test('what the person requested themselves leads to their own requests', async () => {
  const own = forms[0]!
  mount(own, validText(subjectOf(own)).toLowerCase(), true)
  fillAll(own.form)
  const note = await screen.findByRole('note')
  expect(note.textContent).toContain('Requested by you, ')
  expect(note.querySelector('a')?.getAttribute('href')).toContain('view=mine')
})

/** What was done on record, as the audit trail has it. */
const done = (seq: number, operation: string, label: string) => ({
  seq,
  at: '2026-11-23T15:00:00.000Z',
  actor: 'first@library.test',
  actorType: 'human',
  operation,
  label,
  target: '',
  reason: '',
  evidence: null,
  outcome: 'done',
  reference: '',
})

const requested = done(1, 'unlinkBank.approvalRequested', 'Approval requested')
const trail = (...events: readonly object[]) => ({ data: { ok: true, events } })
const WAITS_UNTIL = '2026-11-24T15:00:00.000Z'

test('the card next to a form has what is on record once the form was sent for approval, and once that has ended', async () => {
  const own = forms.find(({ name }) => name === 'unlinkBank')!
  const rows: object[] = []
  const url = '/console/approvals/about?resource=unlinkBank'
  const { fetcher } = fakeGateway({ [url]: () => json(200, { rows, next: null }) })
  vi.spyOn(window, 'fetch').mockImplementation(fetcher)
  const shell = { config, ...openTab(fetcher, fakeChannels().open()) }
  const { provider, queryClient } = renderForms(own.address, { held: [...permissions, approvalsMark(24)], shell })
  provider.getList.mockResolvedValue(listed(MARA))
  provider.action.mockResolvedValue({ data: { id: 'form', ok: true, answer: {}, waitsUntil: WAITS_UNTIL } })
  fillAll(own.form)
  const card = within(screen.getByRole('complementary', { name: 'Whom this is about' }))
  fireEvent.click(await card.findByText('Mara Quill · 9ZZ10041'))
  await card.findByText('Nothing yet')
  fireEvent.click(submitButton())
  const asked = within(await screen.findByRole('dialog'))
  fireEvent.change(await asked.findByLabelText('Reason'), { target: { value: 'Asked by phone' } })
  fireEvent.change(asked.getByLabelText('Type the email address to confirm'), { target: { value: validText('email') } })
  provider.history.mockResolvedValue(trail(requested))
  rows.push(
    waitingApproval({ operation: 'unlinkBank.submit', about: validText('email'), title: 'Unlink', isOwn: true }),
  )
  fireEvent.click(asked.getByRole('button', { name: 'Send for approval' }))
  await card.findByText('Approval requested')
  provider.history.mockResolvedValue(trail(done(2, 'unlinkBank.approvalRejected', 'Approval rejected'), requested))
  rows.pop()
  act(() => void queryClient.invalidateQueries({ queryKey: ABOUT }))
  await card.findByText('Approval rejected')
})

test('the reason that is typed in the question of a form is kept until its request succeeds, for the same one alone', async () => {
  const own = forms.find(({ name }) => name === 'unlinkBank')!
  const { provider } = mount(own, 'someone.else@example.test')
  const ask = async (email: string) => {
    fill(own.form, 'email', email)
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fireEvent.click(submitButton())
    const asked = within(await screen.findByRole('dialog'))
    const reason = await asked.findByLabelText<HTMLTextAreaElement>('Reason')
    const typed = asked.getByLabelText<HTMLInputElement>('Type the email address to confirm')
    const send = (said: string) => {
      fireEvent.change(reason, { target: { value: said } })
      fireEvent.change(typed, { target: { value: email } })
      fireEvent.click(asked.getByRole('button', { name: 'Send for approval' }))
    }
    const close = () => fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
    return { texts: [reason.value, typed.value], send, close }
  }
  provider.action.mockRejectedValueOnce(httpError(429, 'RATE_LIMITED', 'Too many requests.'))
  ;(await ask('mara@example.test')).send('Asked by phone')
  await screen.findByText('Too many requests.')
  const other = await ask('teo@example.test')
  expect(other.texts).toEqual(['', ''])
  other.close()
  const again = await ask('Mara@example.test')
  expect(again.texts).toEqual(['Asked by phone', ''])
  provider.action.mockResolvedValue({ data: { id: 'form', ok: true, answer: {}, waitsUntil: WAITS_UNTIL } })
  again.send('Asked by phone')
  await screen.findByText(/^Sent for approval/)
  expect((await ask('mara@example.test')).texts).toEqual(['', ''])
})

test('the focus goes from an ended request that is dismissed to the notice of another, and then to the form', async () => {
  const own = forms.find(({ name }) => name === 'unlinkBank')!
  const about = validText('email')
  const ended = {
    ...waitingApproval({ operation: 'unlinkBank.submit', title: 'Unlink', isOwn: true }),
    state: 'rejected',
    decidedAt: new Date().toISOString(),
  }
  const first = { ...ended, id: 'first', about }
  const second = { ...ended, id: 'second', about: null }
  const { fetcher } = fakeGateway({
    '/console/approvals/about?resource=unlinkBank': () => json(200, { rows: [], next: null }),
    '/console/approvals/first/dismiss': () => new Response(null, { status: 204 }),
    '/console/approvals/second/dismiss': () => new Response(null, { status: 204 }),
  })
  vi.spyOn(window, 'fetch').mockImplementation(fetcher)
  const shell = { config, ...openTab(fetcher, fakeChannels().open()) }
  const { queryClient } = renderForms(own.address, { held: [...permissions, approvalsMark(24)], shell })
  act(() => void queryClient.setQueryData(OWN, [first, second]))
  fillAll(own.form)
  await waitFor(() => expect(screen.getAllByRole('note')).toHaveLength(2))
  for (const left of [1, 0]) {
    const [button] = screen.getAllByRole('button', { name: 'Dismiss' })
    button?.focus()
    fireEvent.click(button!)
    await waitFor(() => expect(screen.queryAllByRole('note')).toHaveLength(left))
    expect(document.activeElement).toBe(
      left === 0 ? submitButton().closest('form') : screen.getByRole('button', { name: 'Dismiss' }),
    )
  }
})
