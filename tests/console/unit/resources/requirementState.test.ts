import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '../../../../language/history.ts'
import { requirementState } from '../../../../resources/documents/requirementState.ts'
import { readVerification } from '../../../../schemas/verification/verification.ts'

const slot = {
  key: 'case-1/SSN/0',
  sketchId: 'case-1',
  applicant: 'Primary',
  category: 'SSN',
  documents: [
    { proof: 'SSN_CARD', description: 'Social Security card' },
    { proof: 'SSA_LETTER', description: 'Letter from the SSA' },
  ],
} as const

const document = (id: string, status: string, change: object = {}) => ({
  id,
  snap_id: id,
  sketch_id: 'case-1',
  proof: 'SSN_CARD',
  status,
  ...change,
})

const rejection: HistoryEvent = {
  seq: 4,
  at: '2026-03-06T15:00:00.000Z',
  actor: 'ada@countersign.test',
  actorType: 'human',
  operation: 'accountDocuments.reject',
  label: 'Reject',
  target: 'snap_id=a',
  reason: 'Unreadable',
  evidence: null,
  outcome: 'done',
  reference: '',
}

const facts = {
  chosen: { file: undefined },
  documents: [] as readonly ReturnType<typeof document>[],
  verification: undefined,
  unread: '',
  trail: { events: [], failure: undefined, isBehind: false, retry: () => undefined },
}
const stateOf = (change: Partial<Parameters<typeof requirementState>[1]>) =>
  requirementState(slot, { ...facts, ...change })

const appealed = readVerification({
  result: {
    investigations: [
      {
        sketchId: 'case-1',
        status: 'REJECTED',
        history: [{ timestamp: '2026-03-06T15:00:00Z', stateChange: 'APPEALED' }],
      },
    ],
  },
})

describe('the state of a required document', () => {
  it('is missing while no document of its case answers it', () => {
    expect(stateOf({})).toEqual({ text: 'Missing', tone: 'needsUs' })
    expect(stateOf({ documents: [document('a', 'approved', { sketch_id: 'case-2' })] }).text).toBe('Missing')
    expect(stateOf({ documents: [document('a', 'approved', { proof: 'PASSPORT' })] }).text).toBe('Missing')
  })

  it('is the best that its documents have come to: approved, uploaded, rejected', () => {
    const approved = document('a', 'approved')
    const uploaded = document('b', 'uploaded')
    const rejected = document('c', 'rejected')
    expect(stateOf({ documents: [rejected, uploaded, approved] }).text).toBe('Approved')
    expect(stateOf({ documents: [rejected, uploaded] }).text).toBe('Uploaded')
    expect(stateOf({ documents: [rejected] }).text).toBe('Rejected')
  })

  it('says why it was rejected, if that is on record', () => {
    const documents = [document('a', 'rejected')]
    expect(stateOf({ documents, trail: { ...facts.trail, events: [rejection] } })).toEqual({
      text: 'Rejected',
      tone: 'stopped',
      why: 'Unreadable',
    })
    expect(stateOf({ documents })).not.toHaveProperty('why')
  })

  it('is chosen with a file, whatever came before', () => {
    const chosen = { file: new File(['x'], 'card.png') }
    expect(stateOf({ chosen, documents: [document('a', 'rejected')] }).text).toBe('Chosen')
  })

  it('is appealed once an approved document is before the clearing firm', () => {
    expect(stateOf({ documents: [document('a', 'approved')], verification: appealed }).text).toBe('Appealed')
    expect(stateOf({ documents: [document('a', 'uploaded')], verification: appealed }).text).toBe('Uploaded')
  })
})
