import { act, cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { waitingKey } from '../../../src/data/useGrants.ts'
import { detail, drawer, id, openApprovals, row } from './approvalPage.tsx'
import { json } from './support.ts'

afterEach(cleanup)

const lost = () => Promise.reject(new TypeError('Failed to fetch'))

test('after a lost answer the record is read again once the decision has been carried out', async () => {
  let [state, rows] = ['waiting', [row]]
  const record = { title: 'Emma', state: 'LENT' }
  const { client } = await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, state, record }),
    '/console/approvals/about?resource=books&id=7': () => json(200, { rows, next: null }),
    [`/console/approvals/${id}/approve`]: () => {
      state = 'sending'
      return lost()
    },
  })
  const within_ = within(await drawer())
  fireEvent.click(await within_.findByRole('button', { name: 'Approve and send' }))
  await within_.findByText('Being sent')
  expect(within_.getByText('LENT')).toBeTruthy()
  state = 'approved'
  rows = []
  record.state = 'DISCARDED'
  await act(() => client.invalidateQueries({ queryKey: waitingKey('books', '7') }))
  await within_.findByText('DISCARDED')
  expect(within_.getByText('Approved')).toBeTruthy()
})

test('after a lost answer it says that the record could not be read again, until it is', async () => {
  let isAway = false
  const record = { title: 'Emma', state: 'LENT' }
  await openApprovals({
    [`/console/approvals/${id}`]: () => (isAway ? lost() : json(200, { ...detail, record })),
    [`/console/approvals/${id}/approve`]: () => {
      isAway = true
      return lost()
    },
  })
  const within_ = within(await drawer())
  fireEvent.click(await within_.findByRole('button', { name: 'Approve and send' }))
  await within_.findByText('Could not be refreshed')
  await within_.findByText(/ Load the approval again before you repeat it\.$/)
  expect(within_.queryByText(/has been read again/)).toBeNull()
  isAway = false
  record.state = 'DISCARDED'
  fireEvent.click(within_.getByRole('button', { name: 'Retry' }))
  await within_.findByText('DISCARDED')
  expect(within_.queryByText('Could not be refreshed')).toBeNull()
})
