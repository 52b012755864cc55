import { describe, expect, test, vi } from 'vitest'
import { withUnreadable } from '../../../../language/unreadable.ts'
import { setConsoleModel } from '../../../../src/model/consoleModel.ts'
import { addressRejected, statusAnswer } from './investigationPayloads.ts'
import { model } from '../../../../schemas/index.ts'
import { impossibleMark, waitingMark } from '../../../../src/data/permissions.ts'
import { approvalAccount } from '../../../../resources/verification/addressApproval/useAddressApproval.ts'
import { hasWork } from '../../../../resources/documents/hasWork.ts'

setConsoleModel(model)

const permissions = ['documents.review', 'requests.decide', 'verification.decide']

const account = (status: string, other: object = {}) => ({ id: 1, account: [{ status, is_active: false }], ...other })

const snap = (status: string, proof = 'SSN_CARD') => ({ snap_id: 'snap-1', sketch_id: 'sketch-1', proof, status })

const request = (more: object = {}) => ({ id: 501, status: 'REQUESTED', response_data: null, ...more })

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
  [
    'one whose documents could not be read',
    withUnreadable(account('SUSPENDED', { snaps: null }), { '/snaps': 'array expected' }),
    { text: 'documents that could not be read', tab: 'documents', parts: ['accountDocuments.unread'] },
  ],
  [
    'one that waits for an appeal',
    account('SUSPENDED', { snaps: [snap('approved')] }),
    { text: 'a check to appeal', tab: 'documents', parts: ['appeal.sketch-1.SSN'] },
  ],
  ['one whose document answers no check', account('SUSPENDED', { snaps: [snap('approved', 'PASSPORT')] }), false],
  [
    'one with a document that was uploaded',
    account('SUSPENDED', { snaps: [null, snap('uploaded')] }),
    { text: 'a document to decide', tab: 'documents', parts: ['accountDocuments.snap-1'] },
  ],
  [
    'one with an answered request',
    account('SUSPENDED', { request: [request({ response_data: { currentState: 'PENDING' } })] }),
    false,
  ],
  [
    'one with an open request',
    account('SUSPENDED', { request: [request()] }),
    { text: 'an open request', tab: 'requests', parts: ['accountRequests.501'] },
  ],
  [
    'one with a request whose answer is empty',
    account('COMPLETE', { request: [request({ response_data: {} })] }),
    { text: 'an open request', tab: 'requests', parts: ['accountRequests.501'] },
  ],
  [
    'one with documents that were uploaded and open requests',
    account('ACTION_REQUIRED', {
      snaps: [snap('uploaded'), { ...snap('uploaded'), snap_id: 'snap-2' }],
      request: [request()],
    }),
    {
      text: '2 documents to decide, an open request and a check to decide',
      tab: 'documents',
      parts: ['accountDocuments.snap-1', 'accountDocuments.snap-2', 'accountRequests.501', 'check'],
    },
  ],
  [
    'one with an open request whose document answers a check',
    account('SUSPENDED', { snaps: [snap('approved')], request: [request(), request({ id: 502 })] }),
    {
      text: '2 open requests and a check to appeal',
      tab: 'requests',
      parts: ['accountRequests.502', 'accountRequests.501', 'appeal.sketch-1.SSN'],
    },
  ],
  ['a complete account', account('COMPLETE', { snaps: [snap('approved')] }), false],
  [
    'a complete account with a document that was uploaded',
    account('COMPLETE', { snaps: [snap('uploaded')] }),
    { text: 'a document to decide', tab: 'documents', parts: ['accountDocuments.snap-1'] },
  ],
  [
    'an account that requires action',
    account('ACTION_REQUIRED'),
    { text: 'a check to decide', tab: 'documents', parts: ['check'] },
  ],
  ['an account that could not be submitted', account('SUBMIT_FAILED'), true],
  ['an answer that can’t be read', { id: 1 }, true],
])('%s has something to decide: %#', async (_, detail, expected) => {
  expect(await hasWork(detail, { read: async () => checks(), permissions })).toEqual(expected)
})

describe('an account whose home address can be approved automatically', () => {
  const held = [...permissions, 'verification.autoApprove']
  const workWith = (found: object, may = held, status = 'SUSPENDED') =>
    hasWork(account(status), { read: async () => statusAnswer([found]), permissions: may })

  test('is work for people who may do that', async () => {
    const address = {
      text: 'an address to approve automatically',
      tab: 'documents',
      parts: ['address.sketch-mara'],
    }
    expect(await workWith(addressRejected())).toEqual(address)
    expect(await workWith(addressRejected(), permissions)).toBe(false)
    expect(await workWith(addressRejected(), held, 'ACTION_REQUIRED')).toEqual({
      text: 'a check to decide and an address to approve automatically',
      tab: 'documents',
      parts: ['check', 'address.sketch-mara'],
    })
  })

  test('is none where it could not be read whether the account is active', async () => {
    const unread = account('SUSPENDED', { account: [{ status: 'SUSPENDED', is_active: null }] })
    const answer = async () => statusAnswer([addressRejected()])
    expect(await hasWork(unread, { read: answer, permissions: held })).toBe(false)
    expect(approvalAccount({ id: 1, status: 'SUSPENDED', is_active: null }).isActive).toBe(true)
  })

  test('is none while a condition is not met, with the clearing firm, and while a decision waits for a second person', async () => {
    expect(await workWith(addressRejected({ result: { equifaxResult: { results: {} } } }))).toBe(false)
    const sent = [{ stateChange: 'APPEALED', timestamp: '2026-11-20T10:00:00Z' }]
    expect(await workWith(addressRejected({ history: sent }))).toBe(false)
    const requested = [...held, waitingMark('accountInvestigations.appeal', 'sketch-mara')]
    expect(await workWith(addressRejected(), requested)).toBe(false)
    const read = vi.fn()
    await hasWork(account('COMPLETE'), { read, permissions: held })
    expect(read).not.toHaveBeenCalled()
  })
})

test('what was left when an account was finished does not count', async () => {
  const snaps = [snap('uploaded'), { ...snap('uploaded'), snap_id: 'snap-2' }]
  const detail = account('ACTION_REQUIRED', { snaps, request: [request()] })
  const documents = ['accountDocuments.snap-1', 'accountDocuments.snap-2']
  const newWith = (...leftThen: readonly string[]) =>
    hasWork(detail, { read: async () => checks(), permissions, leftThen })
  expect(await newWith('accountDocuments.snap-1', 'accountRequests.501')).toEqual({
    text: 'a document to decide and a check to decide',
    tab: 'documents',
    parts: ['accountDocuments.snap-2', 'check'],
  })
  expect(await newWith(...documents, 'check')).toMatchObject({ text: 'an open request', tab: 'requests' })
  expect(await newWith(...documents, 'check', 'accountRequests.501')).toBe(false)
})

test('an account whose appeal waits for the clearing firm has nothing to decide', async () => {
  const detail = account('SUSPENDED', { snaps: [snap('approved')] })
  const appealed = [{ stateChange: 'APPEALED', timestamp: '2026-11-20T10:00:00Z' }]
  expect(await hasWork(detail, { read: async () => checks({ history: appealed }), permissions })).toBe(false)
})

test('an appeal that waits for a second person is nothing to decide', async () => {
  const detail = account('SUSPENDED', { snaps: [snap('approved')] })
  const requested = [...permissions, waitingMark('accountInvestigations.appeal', 'sketch-1')]
  expect(await hasWork(detail, { read: async () => checks(), permissions: requested })).toBe(false)
})

test('an appeal is not due while a rejected check lacks a document, before and after an earlier one', async () => {
  const detail = account('SUSPENDED', { snaps: [snap('approved')] })
  const history = ['APPEALED', 'REJECTED'].map((stateChange) => ({ stateChange, timestamp: '2026-11-20T10:00:00Z' }))
  const rejected = (name: string, proof: string) => ({
    name,
    categoryState: 'REJECTED',
    requestedDocuments: [{ name: proof, description: proof }],
  })
  const cipCategories = [rejected('SSN', 'SSN_CARD'), rejected('ADDRESS', 'UTILITY_BILL')]
  const workWith = (more: object) => hasWork(detail, { read: async () => checks(more), permissions })
  expect(await workWith({ history, cipCategories })).toBe(false)
  expect(await workWith({ cipCategories })).toBe(false)
  expect(await workWith({ history })).toMatchObject({ text: 'a check to appeal' })
})

test('the checks of an account are read only where something depends on them', async () => {
  const read = vi.fn(async () => checks())
  await hasWork(account('SUSPENDED'), { read, permissions })
  await hasWork(account('COMPLETE', { snaps: [snap('approved')] }), { read, permissions })
  expect(read).not.toHaveBeenCalled()
  await hasWork(account('SUSPENDED', { snaps: [snap('approved')] }), { read, permissions })
  await hasWork(account('ACTION_REQUIRED'), { read, permissions })
  expect(read.mock.calls).toEqual([['verification'], ['verification']])
})

describe('an account that requires action', () => {
  const undecided = (...sketches: readonly (readonly [sketchId: string, ...states: readonly string[]])[]) => ({
    result: {
      investigations: sketches.map(([sketchId, ...states]) => ({
        sketchId,
        status: 'INDETERMINATE',
        history: states.map((stateChange, at) => ({ stateChange, timestamp: `2026-11-2${at}T10:00:00Z` })),
      })),
    },
  })
  const workWith = (found: object, held = permissions) =>
    hasWork(account('ACTION_REQUIRED'), { read: async () => found, permissions: held })

  test('has each case to decide that is not with the clearing firm', async () => {
    expect(await workWith(undecided(['sketch-1'], ['sketch-2', 'INDETERMINATE']))).toEqual({
      text: '2 checks to decide',
      tab: 'documents',
      parts: ['check.sketch-1', 'check.sketch-2'],
    })
    const one = { text: 'a check to decide', tab: 'documents', parts: ['check.sketch-2'] }
    expect(await workWith(undecided(['sketch-1', 'INDETERMINATE', 'ACCEPTED'], ['sketch-2']))).toEqual(one)
    expect(await workWith(undecided(['sketch-1', 'APPEALED'], ['sketch-2', 'REJECTED']))).toBe(false)
  })

  test('has none for a person who may not decide, nor while a decision waits for a second person', async () => {
    expect(await workWith(undecided(['sketch-1']), ['documents.review'])).toBe(false)
    for (const name of ['approve', 'appeal']) {
      const requested = [...permissions, waitingMark(`accountInvestigations.${name}`, 'sketch-1')]
      expect(await workWith(undecided(['sketch-1']), requested)).toBe(false)
      expect(await workWith(undecided(['sketch-1'], ['sketch-2']), requested)).toMatchObject({
        parts: ['check.sketch-2'],
      })
    }
  })
})

test('a case whose waiting request can’t be approved any more is to decide', async () => {
  const dead = [...permissions, impossibleMark('accountInvestigations.approve', 'sketch-1')]
  const found = { result: { investigations: [{ sketchId: 'sketch-1', status: 'INDETERMINATE' }] } }
  const work = await hasWork(account('ACTION_REQUIRED'), { read: async () => found, permissions: dead })
  expect(work).toMatchObject({ parts: ['check.sketch-1'] })
})

test('what a person may not decide is no work of theirs', async () => {
  const read = vi.fn(async () => checks())
  const detail = account('COMPLETE', { request: [request()], snaps: [snap('uploaded')] })
  const workFor = (...held: readonly string[]) => hasWork(detail, { read, permissions: held })
  expect(await workFor('documents.review')).toMatchObject({ text: 'a document to decide', tab: 'documents' })
  expect(await workFor('requests.decide')).toMatchObject({ text: 'an open request', tab: 'requests' })
  expect(await workFor('accounts.read')).toBe(false)
})
