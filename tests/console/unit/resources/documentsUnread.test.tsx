import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { documentsProvider, showDocuments, snap } from './documentsPage.tsx'
import { withFaults } from './investigationPayloads.ts'
import { muteExpectedErrors } from './renderPage.tsx'
import { accountDetail } from './showDetails.ts'

beforeEach(muteExpectedErrors)

describe("an account's documents that could not be read", () => {
  it('are not said to be none, and no requirement is said to lack one', async () => {
    const provider = documentsProvider()
    const { data } = accountDetail({ snaps: [snap()] }, { status: 'SUSPENDED' })
    provider.getOne.mockResolvedValue({ data: withFaults(data, '/snaps') })
    const { panel } = await showDocuments(provider)
    const row = within(await panel.findByRole('listitem', { name: /^Address/ }))
    expect(row.getByText('Not known')).toBeDefined()
    expect(row.queryByLabelText('Proof type')).toBeNull()
    expect(panel.getByText('Documents could not be read')).toBeDefined()
    expect(panel.getByText('It is not known which documents are required')).toBeDefined()
    expect(panel.getByRole('button', { name: 'Appeal' }).title).toBe('Documents could not be read')
    expect(panel.queryByText(/^No documents|Missing/)).toBeNull()
    const needed = 'Documents could not be read, so it is not known what the rejected Address check needs.'
    expect(screen.getByText(needed)).toBeDefined()
  })

  it('leave a requirement approved that another document answers', async () => {
    const snaps = [snap({ status: 'approved' }), snap({ snap_id: 'snap-2' })]
    const provider = documentsProvider()
    const { data } = accountDetail({ snaps }, { status: 'SUSPENDED' })
    provider.getOne.mockResolvedValue({ data: withFaults(data, '/snaps/1/status') })
    const { panel } = await showDocuments(provider)
    const row = within(await panel.findByRole('listitem', { name: /^Address/ }))
    expect(row.getByText('Approved')).toBeDefined()
    expect(panel.getByText('1 document could not be read in full')).toBeDefined()
  })
})
