import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'

beforeEach(muteExpectedErrors)

const transfer = { id: 9, request_type: 'TRANSFER_ACCOUNT', status: 'REQUESTED', response_data: null }
const rejected = { name: 'SSN', categoryState: 'REJECTED', requestedDocuments: [{ name: 'SSN_CARD' }] }
const snapOf = (status: string) => ({ snap_id: 'snap-1', sketch_id: 'sketch-1', proof: 'SSN_CARD', status })

/** A provider whose account requires action, and has these cases. */
const requiringAction = (change: object, investigations: readonly object[]) => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail({ ...change }, { status: 'ACTION_REQUIRED' }))
  provider.read.mockResolvedValue({ data: { result: { investigations } }, meta: { unreadable: 0 } })
  return provider
}

describe('the line of an account that requires action', () => {
  it.each([
    [
      'an indeterminate case',
      { status: 'INDETERMINATE', cipCategories: [rejected] },
      {},
      'approve or reject the indeterminate verification of Mara Quill. An approval needs an uploaded document.',
    ],
    [
      'an indeterminate case with a document',
      { status: 'INDETERMINATE' },
      { snaps: [snapOf('approved')] },
      'approve or reject the indeterminate verification of Mara Quill.',
    ],
    [
      'an uploaded document and a transfer',
      { status: 'INDETERMINATE' },
      { snaps: [snapOf('uploaded')], request: [transfer] },
      'decide the uploaded document, then approve or reject the indeterminate verification of Mara Quill. A transfer waits for a decision, too. Go to Requests',
    ],
    [
      'a rejected check',
      { status: 'REJECTED', cipCategories: [rejected] },
      {},
      'a document for the rejected SSN check, then its appeal.',
    ],
    [
      'a state in which nothing is decided here',
      { status: 'UNDER_OBSERVATION' },
      {},
      'the clearing firm requires action. The verification of Mara Quill is “Under observation”, which cannot be decided here.',
    ],
    [
      'a transfer and no case',
      undefined,
      { request: [transfer] },
      /A transfer waits for a decision, too. Go to Requests$/,
    ],
  ])('says what it needs with %s', async (_what, found, change, text) => {
    const provider = requiringAction(change, found === undefined ? [] : [{ sketchId: 'sketch-1', ...found }])
    renderPage('/account/4107', { provider })
    const whole = typeof text === 'string' ? `What's needed: ${text}` : text
    await screen.findByText((_text, element) => {
      const said = element?.tagName === 'P' ? (element.textContent ?? '') : ''
      return typeof whole === 'string' ? said === whole : whole.test(said)
    })
    const notes = screen.getAllByRole('note')
    expect(notes).toHaveLength(1)
    const links = 'request' in change ? ['Go to Requests', 'Go to Documents'] : ['Go to Documents']
    expect([...(notes[0]?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual(links)
  })

  it('names each applicant whose case is indeterminate', async () => {
    const investigations = ['sketch-1', 'sketch-2'].map((sketchId) => ({ sketchId, status: 'INDETERMINATE' }))
    const provider = requiringAction({ joint_user: anaBrandt }, investigations)
    renderPage('/account/4107', { provider })
    await screen.findByText(/approve or reject the indeterminate verifications of Mara Quill and Ana Brandt\./)
  })
})
