import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'

const view = { id: 'v1', resource: 'accounts', name: 'Mine', isShared: false, query: '', columns: null, version: 1 }

beforeEach(() => muteExpectedErrors())
afterEach(() => void vi.restoreAllMocks())

it('the link of a view is shown where the browser does not let it be copied', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  const views = vi.fn().mockResolvedValue({ data: [{ ...view, owner: 'Ada', isOwn: true }] })
  const provider = Object.assign(stubProvider(), { savedViews: views })
  renderPage('/accounts?view=v1', { provider })
  fireEvent.click(await screen.findByRole('button', { name: 'View: Mine' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  const link = `${window.location.origin}${window.location.pathname}?view=v1`
  await screen.findByText(`error: The browser didn’t let the link be copied. Copy it from here: ${link}`)
})
