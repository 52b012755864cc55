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

const open = (load?: () => Promise<readonly HistorySource[]>, events: readonly object[] = [rename], hash = '') => {
  if (members?.kind !== 'list') throw new Error('The library has members')
  const provider = {
    getOne: vi.fn(async () => ({ data: { id: 3, member: { name: 'Bo Lind', card: 'C-3' } }, meta: { unreadable: 0 } })),
    history: vi.fn(async () => ({ data: { ok: true, events } })),
  }
  mountConsole({
    model,
    extensions: load === undefined ? {} : { history: { members: load } },
    provider,
    page: () => <ShowPage definition={members} id="3" />,
    address: `/member/3?tab=history${hash}`,
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

  it('begins with a heading, which names its section', async () => {
    open()
    const section = await screen.findByRole('region', { name: 'History' })
    expect(within(section).getByRole('heading', { level: 2 }).textContent).toBe('History')
  })

  it('says who requested and who approved, and what they said', async () => {
    const approval = { requester: 'bo@library.test', comment: 'Seen the certificate' }
    open(undefined, [
      { ...rename, seq: 14, approval },
      { ...rename, approval: { ...approval, comment: '' } },
    ])
    expect(await lines()).toEqual([
      expect.stringMatching(/Requested by bo@library.test, approved by ada@library.test: Seen the certificate$/),
      expect.stringMatching(/Requested by bo@library.test, approved by ada@library.test$/),
    ])
  })

  it('says who settled an outcome that was unknown, which is then no longer listed above', async () => {
    const settled = { seq: 13, at: rename.at, by: 'head@library.test', finding: 'failed', reason: 'Ticket 4711' }
    open(undefined, [
      { ...rename, outcome: 'failed', settled },
      { ...rename, seq: 11, outcome: 'unknown' },
    ])
    expect(await lines()).toEqual([
      '03/06/2026, 10:00 AMFailedRename MembersMarriedIts outcome was unknown. Settled by head@library.test: Ticket 4711ada@library.test',
      expect.stringContaining('Unknown outcome'),
    ])
    expect(screen.getByText('1 action has an unknown outcome')).toBeTruthy()
  })

  it('says what became of a request that was not done', async () => {
    const approval = { requester: 'bo@library.test', comment: '' }
    open(undefined, [
      { ...rename, seq: 16, outcome: 'refused', approval: { ...approval, comment: 'Seen' } },
      { ...rename, seq: 15, outcome: 'failed', approval },
      { ...rename, seq: 14, operation: 'members.approvalRejected', approval },
      { ...rename, seq: 13, actor: '', approval },
    ])
    expect(await lines()).toEqual([
      expect.stringMatching(/Requested by bo@library.test, approved by ada@library.test: Seen · then refused$/),
      expect.stringMatching(/Requested by bo@library.test, approved by ada@library.test · then failed$/),
      expect.stringMatching(/Requested by bo@library.test, rejected by ada@library.test$/),
      expect.stringMatching(/Requested by bo@library.test$/),
    ])
  })

  const view = (seq: number, change: object = {}) => ({
    ...rename,
    seq,
    at: `2026-03-06T15:0${seq}:00.000Z`,
    label: 'Viewed',
    reason: '',
    isView: true,
    ...change,
  })
  const others = [view(9, { actor: 'bo@library.test' }), { ...rename, at: '2026-03-06T15:08:00.000Z' }]

  it('folds what one person looked at several times into one line, which shows each of them again', async () => {
    open(undefined, [...others, view(5), view(3), view(2)])
    const folded = await lines()
    expect(folded).toHaveLength(3)
    expect(folded[2]).toContain('03/06/2026, 10:05 AMDoneViewed')
    expect(folded[2]).toContain('3 times, first 03/06/2026, 10:02 AM')
    fireEvent.click(screen.getByRole('button', { name: 'Show each: Viewed' }))
    expect(document.activeElement?.id).toBe('history-5')
    const all = await lines()
    expect(all.map((line) => line?.slice(12, 20))).toEqual(['10:09 AM', '10:08 AM', '10:05 AM', '10:03 AM', '10:02 AM'])
    expect(all.join(' ')).not.toContain('times')
  })

  it('folds nothing that the address names, and no change', async () => {
    open(undefined, [...others, view(5), view(3), { ...rename, seq: 1 }], '#3')
    expect(await lines()).toHaveLength(5)
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
