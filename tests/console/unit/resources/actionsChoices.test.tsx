import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { httpError, muteExpectedErrors } from './renderPage.tsx'
import { openCase, renderFlow } from './renderFlow.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

const dialog = () => screen.getByRole('dialog')
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Start' }))
const press = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name }))
const button = (name: string) => within(dialog()).getByRole('button', { name })
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
const select = () => within(dialog()).getByLabelText<HTMLSelectElement>('Document relied on')
const choose = (value: string) => fireEvent.change(select(), { target: { value } })
const say = (label: string, value: string) =>
  fireEvent.change(within(dialog()).getByLabelText(label), { target: { value } })
const box = (name: string) => within(dialog()).getByRole<HTMLInputElement>('checkbox', { name })
const tick = (name: string) => fireEvent.click(box(name))
const notices = () =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)
const inputOf = (action: ReturnType<typeof vi.fn>, call = 0) =>
  (action.mock.calls[call]?.[1] as { readonly input: unknown } | undefined)?.input
const evidenceIn = (action: ReturnType<typeof vi.fn>) =>
  (action.mock.calls[0]?.[1] as { readonly evidence: unknown } | undefined)?.evidence

describe('one document to choose', () => {
  it('is chosen by the person, even where there is only one, and is sent as its value', async () => {
    const { action } = renderFlow({
      action: 'approve',
      record: openCase({ usable: [{ value: 'snap-1', label: 'Passport' }] }),
    })
    open()
    expect(document.activeElement).toBe(select())
    expect(select().value).toBe('')
    expect([...select().options].map(({ text }) => text)).toEqual(['Please choose', 'Passport'])
    say('Reason', 'Passport looked at')
    choose('snap-1')
    press('Approve')
    await waitFor(() => expect(notices()).toEqual(['ACCEPTED Successfully!']))
    expect(inputOf(action)).toEqual({ document: 'snap-1', reason: 'Passport looked at' })
    expect(evidenceIn(action)).toEqual({ reliedOn: [{ value: 'snap-1', label: 'Passport' }], acknowledged: [] })
  })

  it('is asked for in its place while it is missing, and has the focus', () => {
    const { action, refetchRecord } = renderFlow({ action: 'approve' })
    open()
    say('Reason', 'Passport looked at')
    select().blur()
    press('Approve')
    expect(within(dialog()).getByText('Please choose a document!')).toBeDefined()
    expect(select().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(select())
    expect(refetchRecord).not.toHaveBeenCalled()
    expect(action).not.toHaveBeenCalled()
  })

  it.each([[[]], [undefined], ['snap-1'], [[{ label: 'Without a value' }]]])(
    'that cannot be chosen from %j is said to be missing, and the button is off',
    (usable) => {
      const { action, refetchRecord } = renderFlow({ action: 'approve', record: openCase({ usable }) })
      open()
      expect(within(dialog()).getByText('There is no document to choose: upload one first.')).toBeDefined()
      expect(isOff('Approve')).toBe(true)
      say('Reason', 'Passport looked at')
      press('Approve')
      expect(refetchRecord).not.toHaveBeenCalled()
      expect(action).not.toHaveBeenCalled()
    },
  )

  it('stays chosen when the server refuses', async () => {
    const { action } = renderFlow({ action: 'approve' })
    action.mockRejectedValueOnce(httpError(422, 'UPSTREAM_REFUSED', 'The case is locked.'))
    open()
    choose('snap-2')
    say('Reason', 'W2 looked at')
    press('Approve')
    expect(await within(dialog()).findByText('The case is locked.')).toBeDefined()
    expect(select().value).toBe('snap-2')
    expect(within(dialog()).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('W2 looked at')
  })
})

describe('several documents to choose', () => {
  it('are sent as a list, in the order in which they are offered', async () => {
    const { action } = renderFlow({ action: 'appeal' })
    open()
    const documents = within(dialog()).getByRole('group', { name: 'Documents' })
    expect(within(documents).getAllByRole('checkbox')).toHaveLength(2)
    expect(document.activeElement).toBe(box('W2'))
    tick('Letter from SSA')
    tick('W2')
    say('Comment', 'Name changed by marriage')
    press('Appeal')
    await waitFor(() => expect(notices()).toEqual(['APPEALED Successfully!']))
    expect(inputOf(action)).toEqual({ documents: ['snap-2', 'snap-3'], reason: 'Name changed by marriage' })
    expect(evidenceIn(action)).toEqual({
      reliedOn: [
        { value: 'snap-2', label: 'W2' },
        { value: 'snap-3', label: 'Letter from SSA' },
      ],
      acknowledged: [],
    })
  })

  it('are asked for while none is ticked, also after one was ticked and is no longer', () => {
    const { action } = renderFlow({ action: 'appeal' })
    open()
    tick('W2')
    tick('W2')
    say('Comment', 'Name changed by marriage')
    press('Appeal')
    expect(within(dialog()).getByText('Please choose a document!')).toBeDefined()
    expect(document.activeElement).toBe(box('W2'))
    expect(action).not.toHaveBeenCalled()
  })

  it('are at most as many as may be sent', () => {
    const matching = Array.from({ length: 21 }, (_, index) => ({ value: `snap-${index}`, label: `Page ${index}` }))
    const { refetchRecord } = renderFlow({ action: 'appeal', record: openCase({ matching }) })
    open()
    for (const { label } of matching) tick(label)
    say('Comment', 'All of them')
    press('Appeal')
    expect(within(dialog()).getByText('At most 20 can be chosen.')).toBeDefined()
    expect(refetchRecord).not.toHaveBeenCalled()
  })

  it('that are not there are said to be missing, and the button is off', () => {
    renderFlow({ action: 'appeal', record: openCase({ matching: [] }) })
    open()
    expect(within(dialog()).getByText('There is no document to choose: upload and approve one first.')).toBeDefined()
    expect(isOff('Appeal')).toBe(true)
  })

  it('stay ticked when the server refuses', async () => {
    const { action } = renderFlow({ action: 'appeal' })
    action.mockRejectedValueOnce(httpError(422, 'UPSTREAM_REFUSED', 'The case is locked.'))
    open()
    tick('W2')
    say('Comment', 'Name changed by marriage')
    press('Appeal')
    expect(await within(dialog()).findByText('The case is locked.')).toBeDefined()
    expect([box('W2').checked, box('Letter from SSA').checked]).toEqual([true, false])
  })
})

describe('a document that changed while the question was open', () => {
  it('stops the call and is named, and a choice that is gone has to be made again', async () => {
    const { action, refetchRecord } = renderFlow({ action: 'approve' })
    open()
    choose('snap-2')
    say('Reason', 'W2 looked at')
    action.mockRejectedValueOnce(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    refetchRecord.mockResolvedValue(openCase({ usable: [{ value: 'snap-1', label: 'Passport' }] }))
    press('Approve')
    expect(await within(dialog()).findByText('Choices for Document relied on: Passport; W2 → Passport')).toBeDefined()
    expect(within(dialog()).getByText('Nothing was changed.')).toBeDefined()
    expect(select().value).toBe('')
    press('Try again')
    expect(within(dialog()).getByText('Please choose a document!')).toBeDefined()
    expect(action).toHaveBeenCalledTimes(1)
    action.mockClear()
    choose('snap-1')
    press('Try again')
    await waitFor(() => expect(inputOf(action)).toEqual({ document: 'snap-1', reason: 'W2 looked at' }))
    expect(evidenceIn(action)).toEqual({ reliedOn: [{ value: 'snap-1', label: 'Passport' }], acknowledged: [] })
  })

  it('is a change where another document of the same name took its place', async () => {
    const { action, refetchRecord } = renderFlow({ action: 'appeal' })
    open()
    tick('W2')
    say('Comment', 'Name changed by marriage')
    action.mockRejectedValueOnce(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    refetchRecord.mockResolvedValue(
      openCase({
        matching: [
          { value: 'snap-20', label: 'W2' },
          { value: 'snap-3', label: 'Letter from SSA' },
        ],
      }),
    )
    press('Appeal')
    expect(await within(dialog()).findByText('Choices for Documents: changed')).toBeDefined()
    expect(box('W2').checked).toBe(false)
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('is none where only their order is another', async () => {
    const { action, refetchRecord } = renderFlow({ action: 'appeal' })
    open()
    tick('W2')
    say('Comment', 'Name changed by marriage')
    const { matching } = openCase() as { readonly matching?: readonly unknown[] }
    refetchRecord.mockResolvedValue(openCase({ matching: matching?.toReversed() }))
    press('Appeal')
    await waitFor(() => expect(action).toHaveBeenCalledTimes(1))
  })

  it('is no matter to an action that offers none', async () => {
    const { action, refetchRecord } = renderFlow({ action: 'reject' })
    open()
    say('Reason', 'Names differ')
    refetchRecord.mockResolvedValue(openCase({ usable: [], matching: [] }))
    press('Reject')
    await waitFor(() => expect(inputOf(action)).toEqual({ reason: 'Names differ' }))
  })
})
