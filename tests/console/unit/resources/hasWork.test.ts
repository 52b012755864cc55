import { expect, test, vi } from 'vitest'
import { hasWork } from '../../../../resources/documents/hasWork.ts'

const account = (status: string, other: object = {}) => ({ id: 1, account: [{ status }], ...other })

const snap = (status: string, proof = 'SSN_CARD') => ({ snap_id: 'snap-1', sketch_id: 'sketch-1', proof, status })

/** The answer of the status call: one case, whose check of the number was rejected. */
const checks = (more: object = {}) => ({
  result: {
    sketch_ids: ['sketch-1'],
    investigations: [
      {
        sketchId: 'sketch-1',
        status: 'REJECTED',
        cipCategories: [
          { name: 'SSN', categoryState: 'REJECTED', requestedDocuments: [{ name: 'SSN_CARD', description: 'SSC' }] },
        ],
        ...more,
      },
    ],
  },
})

test.each([
  ['a suspended account without a document', account('SUSPENDED'), false],
  ['one whose document was rejected', account('SUSPENDED', { snaps: [snap('rejected')] }), false],
  ['one that waits for an appeal', account('SUSPENDED', { snaps: [snap('approved')] }), 'a check to appeal'],
  ['one whose document answers no check', account('SUSPENDED', { snaps: [snap('approved', 'PASSPORT')] }), false],
  [
    'one with a document that was uploaded',
    account('SUSPENDED', { snaps: [null, snap('uploaded')] }),
    'a document to decide',
  ],
  [
    'one with an answered request',
    account('SUSPENDED', { request: [{ status: 'REQUESTED', response_data: {} }] }),
    false,
  ],
  [
    'one with an open request',
    account('SUSPENDED', { request: [{ status: 'REQUESTED', response_data: null }] }),
    'an open request',
  ],
  ['a complete account', account('COMPLETE', { snaps: [snap('approved')] }), false],
  [
    'a complete account with a document that was uploaded',
    account('COMPLETE', { snaps: [snap('uploaded')] }),
    'a document to decide',
  ],
  ['an account that requires action', account('ACTION_REQUIRED'), 'a check to decide'],
  ['an account that could not be submitted', account('SUBMIT_FAILED'), true],
  ['an answer that can’t be read', {}, true],
])('%s has something to decide: %#', async (_, detail, expected) => {
  expect(await hasWork(detail, async () => checks())).toBe(expected)
})

test('an account whose appeal waits for the clearing firm has nothing to decide', async () => {
  const detail = account('SUSPENDED', { snaps: [snap('approved')] })
  const appealed = [{ stateChange: 'APPEALED', timestamp: '2026-11-20T10:00:00Z' }]
  expect(await hasWork(detail, async () => checks({ history: appealed }))).toBe(false)
})

test('the checks of an account are read only where its documents leave open whether it waits for an appeal', async () => {
  const read = vi.fn(async () => checks())
  await hasWork(account('SUSPENDED'), read)
  await hasWork(account('ACTION_REQUIRED', { snaps: [snap('approved')] }), read)
  expect(read).not.toHaveBeenCalled()
  await hasWork(account('SUSPENDED', { snaps: [snap('approved')] }), read)
  expect(read).toHaveBeenCalledWith('verification')
})
