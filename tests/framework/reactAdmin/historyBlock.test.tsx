import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { model } from '../../../examples/library/schemas/index.ts'
import type { HistorySource } from '../../../src/console/extensions.ts'
import { ShowPage } from '../../../src/show/ShowPage.tsx'
import { mountConsole } from './mountConsole.tsx'

const members = model.definitions.find((each) => each.kind === 'list' && each.name === 'members')

const rename = {
  seq: 12,
  at: '2026-03-06T15:00:00.000Z',
  actor: 'ada@library.test',
  actorType: 'human',
  operation: 'members.rename',
  label: 'Rename',
  target: 'id=3',
  reason: 'Married',
  evidence: null,
  outcome: 'done',
  reference: '',
}

const open = (load?: () => Promise<readonly HistorySource[]>) => {
  if (members?.kind !== 'list') throw new Error('The library has members')
  const provider = {
    getOne: vi.fn(async () => ({ data: { id: 3, member: { name: 'Bo Lind', card: 'C-3' } }, meta: { unreadable: 0 } })),
    history: vi.fn(async () => ({ data: { ok: true, events: [rename] } })),
  }
  mountConsole({
    model,
    extensions: load === undefined ? {} : { history: { members: load } },
    provider,
    page: () => <ShowPage definition={members} id="3" />,
    address: '/member/3?tab=history',
  })
  return provider
}

const lines = async () =>
  within(await screen.findByRole('list', { name: 'History' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

afterEach(cleanup)

describe("the history on any resource's page", () => {
  it('needs nothing but the block: what staff did', async () => {
    const provider = open()
    expect(await lines()).toEqual(['03/06/2026, 10:00 AMDoneRename MembersMarriedada@library.test'])
    expect(provider.history).toHaveBeenCalledWith('members', expect.objectContaining({ id: 3 }))
  })

  it('has the lines of a registered source, and says so when its code does not load', async () => {
    const card = { key: 'card', at: '2026-03-07T15:00:00Z', who: 'desk', kind: 'Cards', what: 'Card C-3', why: 'New' }
    let isLoadable = false
    open(async () => {
      if (!isLoadable) throw new Error('gone')
      return [{ linesOf: () => [card] }]
    })
    await screen.findByText(/^Other sources: couldn’t load the history/)
    expect(await lines()).toHaveLength(1)
    isLoadable = true
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Card C-3')
    expect(await lines()).toEqual([
      '03/07/2026, 10:00 AMCard C-3 CardsNewdesk',
      '03/06/2026, 10:00 AMDoneRename MembersMarriedada@library.test',
    ])
  })
})
