import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { httpError, muteExpectedErrors } from './renderPage.tsx'
import { openCase, renderFlow } from './renderFlow.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

const ORLO = { text: 'Dow Jones: Orlo Quill, certainty 0.8' }
const OFAC = { text: 'Ofac: MATCH' }

const dialog = () => screen.getByRole('dialog')
const press = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name }))
const isOff = (name: string) => within(dialog()).getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
const boxes = () => within(dialog()).queryAllByRole<HTMLInputElement>('checkbox', { name: /^I have looked at: / })
const tick = (text: string) =>
  fireEvent.click(within(dialog()).getByRole('checkbox', { name: `I have looked at: ${text}` }))
const say = (value: string) => fireEvent.change(within(dialog()).getByLabelText('Reason'), { target: { value } })
const submit = () => fireEvent.submit(dialog().querySelector('form') as HTMLFormElement)
const sentBy = (action: ReturnType<typeof vi.fn>, call = 0) => {
  const { input, evidence } = (action.mock.calls[call]?.[1] ?? {}) as { input?: unknown; evidence?: unknown }
  return { input, evidence }
}
const shown = () => dialog().querySelector('blockquote')?.textContent
const PASSPORT = { value: 'snap-1', label: 'Passport' }

/** The question of an approval with everything said but what is to be acknowledged. */
const askApproval = (hits: unknown) => {
  const mocks = renderFlow({ action: 'approve', record: openCase({ hits }) })
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  fireEvent.change(within(dialog()).getByLabelText('Document relied on'), { target: { value: 'snap-1' } })
  say('Another person of that name')
  return mocks
}

describe('matches on lists', () => {
  it('are acknowledged one by one before the button works, and go with the reason', async () => {
    const { action } = askApproval([ORLO, OFAC])
    expect(within(dialog()).getByRole('group', { name: 'Acknowledge each match' })).toBeDefined()
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
    expect(isOff('Approve')).toBe(true)
    tick(OFAC.text)
    expect(isOff('Approve')).toBe(true)
    tick(ORLO.text)
    expect(isOff('Approve')).toBe(false)
    expect(shown()).toBe(
      'Another person of that name\nRelied on: Passport (snap-1)\nAcknowledged: Dow Jones: Orlo Quill, certainty 0.8; Ofac: MATCH',
    )
    press('Approve')
    await waitFor(() => expect(action).toHaveBeenCalledTimes(1))
    expect(sentBy(action)).toEqual({
      input: { document: 'snap-1', reason: 'Another person of that name' },
      evidence: { reliedOn: [PASSPORT], acknowledged: [ORLO.text, OFAC.text] },
    })
  })

  it('that are not acknowledged let nothing through, however the dialog is submitted', () => {
    const { action, refetchRecord } = askApproval([ORLO, OFAC])
    tick(ORLO.text)
    submit()
    expect(within(dialog()).getByText('Please acknowledge each match!')).toBeDefined()
    expect(document.activeElement).toBe(boxes()[0])
    expect(refetchRecord).not.toHaveBeenCalled()
    expect(action).not.toHaveBeenCalled()
  })

  it('of the same words, or of none, are acknowledged each by itself', async () => {
    const { action } = askApproval([OFAC, OFAC, { text: ' ' }])
    expect(boxes()).toHaveLength(3)
    for (const each of boxes()) {
      expect(isOff('Approve')).toBe(true)
      fireEvent.click(each)
    }
    press('Approve')
    await waitFor(() => expect(action).toHaveBeenCalledTimes(1))
    expect(sentBy(action)).toMatchObject({
      evidence: { acknowledged: ['Ofac: MATCH', 'Ofac: MATCH', 'A match without a description'] },
    })
  })

  it('that there are none of are not spoken of in the reason', async () => {
    const { action } = askApproval([])
    expect(boxes()).toEqual([])
    expect(within(dialog()).queryByText('Acknowledge each match')).toBeNull()
    expect(shown()).toBe('Another person of that name\nRelied on: Passport (snap-1)')
    press('Approve')
    await waitFor(() => expect(sentBy(action)).toMatchObject({ evidence: { reliedOn: [PASSPORT], acknowledged: [] } }))
  })

  it.each([[undefined], [null], ['none']])('that are not known (%j) stop the approval', (hits) => {
    const { refetchRecord } = askApproval(hits)
    expect(within(dialog()).getByText(/^It is not known which matches there are/)).toBeDefined()
    expect(isOff('Approve')).toBe(true)
    submit()
    expect(refetchRecord).not.toHaveBeenCalled()
  })

  it('stay acknowledged when the server refuses, and are said once', async () => {
    const { action } = askApproval([OFAC])
    action.mockRejectedValueOnce(httpError(422, 'UPSTREAM_REFUSED', 'The case is locked.'))
    tick(OFAC.text)
    press('Approve')
    expect(await within(dialog()).findByText('The case is locked.')).toBeDefined()
    expect(boxes()[0]?.checked).toBe(true)
    press('Approve')
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2))
    expect(sentBy(action, 1)).toMatchObject({
      input: { reason: 'Another person of that name' },
      evidence: { reliedOn: [PASSPORT], acknowledged: ['Ofac: MATCH'] },
    })
  })

  it('that appeared while the question was open are named, and have to be acknowledged too', async () => {
    const { action, refetchRecord } = askApproval([OFAC])
    tick(OFAC.text)
    action.mockRejectedValueOnce(httpError(422, 'NOT_ACKNOWLEDGED', 'Every match has to be acknowledged.'))
    refetchRecord.mockResolvedValue(openCase({ hits: [ORLO, OFAC] }))
    press('Approve')
    expect(
      await within(dialog()).findByText(
        'Matches to acknowledge: Ofac: MATCH → Dow Jones: Orlo Quill, certainty 0.8; Ofac: MATCH',
      ),
    ).toBeDefined()
    expect(boxes().map(({ checked }) => checked)).toEqual([false, true])
    expect(isOff('Try again')).toBe(true)
    tick(ORLO.text)
    press('Try again')
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2))
  })

  it('that can no longer be told stop the approval', async () => {
    const { action, refetchRecord } = askApproval([])
    action.mockRejectedValueOnce(httpError(422, 'NOT_ACKNOWLEDGED', 'Every match has to be acknowledged.'))
    refetchRecord.mockResolvedValue(openCase({ hits: undefined }))
    press('Approve')
    expect(await within(dialog()).findByText('Matches to acknowledge: changed')).toBeDefined()
    expect(isOff('Try again')).toBe(true)
    expect(action).toHaveBeenCalledTimes(1)
  })
})

describe('a reason with what was acknowledged', () => {
  const line = '\nRelied on: Passport (snap-1)\nAcknowledged: Ofac: MATCH'

  it('is sent up to the length that may be sent', async () => {
    const { action } = askApproval([OFAC])
    tick(OFAC.text)
    const reason = 'é'.repeat(1998 - line.length) + '🙂🙂'
    say(reason)
    expect(shown()).toBe(reason + line)
    press('Approve')
    await waitFor(() => expect(sentBy(action)).toMatchObject({ input: { reason } }))
  })

  it('is said to be too long where it is, and nothing is read or sent', () => {
    const { refetchRecord } = askApproval([OFAC])
    tick(OFAC.text)
    say('e'.repeat(2001 - line.length))
    press('Approve')
    expect(
      within(dialog()).getByText(
        'Together with what goes with it this is 2001 characters long; at most 2000 can be sent.',
      ),
    ).toBeDefined()
    expect(document.activeElement).toBe(within(dialog()).getByLabelText('Reason'))
    expect(refetchRecord).not.toHaveBeenCalled()
  })

  it('is missing while only white space was typed, whatever was acknowledged', () => {
    const { refetchRecord } = askApproval([OFAC])
    tick(OFAC.text)
    say('  ')
    press('Approve')
    expect(within(dialog()).getByText('Please enter reason!')).toBeDefined()
    expect(refetchRecord).not.toHaveBeenCalled()
  })
})

describe('a reason with its document alone', () => {
  it('is said to be too long where it is', () => {
    const { refetchRecord } = askApproval([])
    say('e'.repeat(2001 - '\nRelied on: Passport (snap-1)'.length))
    press('Approve')
    expect(
      within(dialog()).getByText(
        'Together with what goes with it this is 2001 characters long; at most 2000 can be sent.',
      ),
    ).toBeDefined()
    expect(refetchRecord).not.toHaveBeenCalled()
  })
})
