/** When the entries were recorded. */
export const at = Date.UTC(2026, 10, 22, 15)

/** One entry in the list of the trail. */
export const line = (seq: number, more: object = {}) => ({
  seq,
  at,
  person: 'ada@library.test',
  isAutomation: false,
  operation: 'books.lend',
  label: 'Lend',
  target: 'books/7',
  reason: 'Asked at the desk',
  result: 'ok',
  ...more,
})

/** One answer of a search. */
export const page = (lines: readonly object[], next: number | null = null) => ({
  lines,
  count: 1001,
  most: 1000,
  next,
  nextReading: null,
  alerts: [],
})

/** One record of the trail: a change without an outcome. */
export const record = {
  seq: 8,
  label: 'Lend',
  record: {
    phase: 'intent',
    ts: at,
    operation: 'books.lend',
    input: { body: { days: 3 } },
    reason: 'Asked',
    target: 'members/3',
  },
  counterpart: null,
  after: null,
  settled: null,
  prev: 'aa01',
  hash: 'bb02',
  isIntact: true,
  checkpoint: { seq: 12, time: '2026-11-22T15:00:00.000Z' },
  previous: 7,
  next: 9,
}
