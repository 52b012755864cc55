import { fireEvent, screen, within } from '@testing-library/react'
import { useNotificationContext } from 'ra-core'
import { beforeEach, it } from 'vitest'
import { valueAt } from '../../../../language/pointer.ts'
import { account, httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

/** Where the notices lead to. */
const NoticeLinks = () =>
  useNotificationContext().notifications.map(({ notificationOptions }, index) => {
    const [to, label] = [valueAt(notificationOptions, '/link/to'), valueAt(notificationOptions, '/link/label')]
    return <p key={index}>{`${String(label)} at ${String(to)}`}</p>
  })

it('a notice of a failed action links to the page of its record', async () => {
  const provider = stubProvider()
  provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED' })]))
  provider.action.mockRejectedValue(httpError(429, 'RATE_LIMITED', 'Too many requests. Try again in 2 seconds.'))
  renderPage('/accounts', { provider, beside: <NoticeLinks /> })
  fireEvent.click(await screen.findByRole('button', { name: 'Submit: Mara Quill' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Submit' }))
  await screen.findByText('Mara Quill at /account/4107')
})
