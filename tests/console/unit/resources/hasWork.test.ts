import { expect, test } from 'vitest'
import { hasWork } from '../../../../resources/documents/hasWork.ts'

const account = (status: string, other: object = {}) => ({ id: 1, account: [{ status }], ...other })

test.each([
  ['a suspended account without a document', account('SUSPENDED'), false],
  ['one whose documents are decided', account('SUSPENDED', { snaps: [{ status: 'approved' }] }), false],
  ['one with a document that was uploaded', account('SUSPENDED', { snaps: [null, { status: 'uploaded' }] }), true],
  [
    'one with an answered request',
    account('SUSPENDED', { request: [{ status: 'REQUESTED', response_data: {} }] }),
    false,
  ],
  ['one with an open request', account('SUSPENDED', { request: [{ status: 'REQUESTED', response_data: null }] }), true],
  ['an account that requires action', account('ACTION_REQUIRED'), true],
  ['an account that could not be submitted', account('SUBMIT_FAILED'), true],
  ['an answer that can’t be read', {}, true],
])('%s has something to decide: %#', (_, detail, expected) => {
  expect(hasWork(detail)).toBe(expected)
})
