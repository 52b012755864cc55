import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '../../../language/history.ts'
import type { SourceLine } from '../../../src/console/extensions.ts'
import { historyLines, isDated, unknownOutcomes } from '../../../src/show/history/historyLines.ts'
import { model as orders } from '../ordersLibrary.ts'
import { model } from '../waitingLibrary.ts'

const [definition] = model.definitions.filter((each) => each.kind === 'list')
if (definition === undefined) throw new Error('The library has a list')
const page = { definition, parts: [] }

const at = (minute: number) => new Date(Date.UTC(2026, 2, 6, 15, minute)).toISOString()

const event = (seq: number, change: Partial<HistoryEvent> = {}): HistoryEvent => ({
  seq,
  at: at(seq),
  actor: 'ada@library.test',
  actorType: 'human',
  operation: 'books.lend',
  label: 'Lend',
  target: 'id=7',
  reason: 'Asked for',
  evidence: null,
  outcome: 'done',
  reference: '',
  ...change,
})

const line = (change: Partial<SourceLine> = {}): SourceLine => ({
  key: 'own',
  at: at(30),
  who: 'bindery',
  kind: 'Copies',
  what: 'Copy 3',
  why: 'Spine repaired',
  ...change,
})

describe("a record's history", () => {
  it('has the lines of all sources, newest first, and those without a time last', () => {
    const lines = historyLines(
      page,
      [event(40), event(20)],
      [{ label: 'Bindery', lines: [line(), line({ key: 'undated', at: '' }), line({ key: 'bad', at: 'yesterday' })] }],
    )
    expect(lines.map(({ what, source }) => `${what} ${source}`.trim())).toEqual([
      'Lend',
      'Copy 3 Bindery',
      'Lend',
      'Copy 3 Bindery',
      'Copy 3 Bindery',
    ])
    expect(lines.map(isDated)).toEqual([true, true, true, false, false])
  })

  it('names a part that no source has any more as it was called, and by its id where it had no plain name', () => {
    const [part] = orders.definitions.filter((each) => each.kind === 'nested')
    if (part === undefined) throw new Error('The library has parts')
    const about = { operation: `${part.name}.delete`, target: `${part.partOf.key}=7&order=3` }
    const whats = (events: readonly HistoryEvent[]) =>
      historyLines({ ...page, parts: [part] }, events, []).map(({ what }) => what)
    expect(whats([event(2, { ...about, name: 'Blue spine' }), event(1, about)])).toEqual([
      'Lend: Blue spine (7)',
      'Lend: 7',
    ])
  })

  it('has one line where a source confirms an event: the person and the reason of the event, the words of the source', () => {
    const confirming = line({ confirms: 20, state: { text: 'LENT', tone: 'done' } })
    const [own, ...others] = historyLines(page, [event(20)], [{ label: 'Bindery', lines: [confirming] }])
    expect(others).toEqual([])
    expect(own).toMatchObject({
      at: at(20),
      who: 'ada@library.test',
      why: 'Asked for',
      what: 'Copy 3',
      state: { text: 'LENT' },
      source: 'Bindery',
      seq: 20,
    })
  })

  it('keeps what a source says about an event that is not there, as while the trail cannot be read', () => {
    const lines = historyLines(page, [], [{ label: 'Bindery', lines: [line({ confirms: 20 })] }])
    expect(lines).toMatchObject([{ who: 'bindery', seq: undefined }])
  })
})

describe('unknown outcomes', () => {
  const unknown = event(20, { outcome: 'unknown' })
  const of = (events: readonly HistoryEvent[], lines: readonly SourceLine[] = []) =>
    unknownOutcomes(historyLines(page, events, [{ label: '', lines }])).map(({ seq }) => seq)

  it('are those that no source confirms and no later repetition settles', () => {
    expect(of([unknown])).toEqual([20])
    expect(of([unknown], [line({ confirms: 20 })])).toEqual([])
    expect(of([event(21), unknown])).toEqual([])
  })

  it('are not settled by an earlier action, another one, or one that failed', () => {
    expect(of([unknown, event(19)])).toEqual([20])
    expect(of([event(21, { label: 'Return' }), unknown])).toEqual([20])
    expect(of([event(21, { outcome: 'failed' }), unknown])).toEqual([20])
  })
})
