import { describe, expect, it } from 'vitest'
import { buildAccount } from '../../support/fixtures/accounts.ts'
import { buildTicker } from '../../support/fixtures/treasury.ts'
import type { Evidence } from '../../../../language/evidence.ts'
import type { ConsoleDataProvider, ConsoleRecord } from '../../../../dataProvider/types.ts'
import { answer, bench } from './support.ts'

const account = buildAccount() as ConsoleRecord
const ticker = buildTicker({ id: 12 }) as ConsoleRecord

interface Wire {
  readonly name: string
  readonly call: (provider: ConsoleDataProvider) => Promise<unknown>
  readonly sent: readonly [method: string, url: string, body?: unknown]
}

const accountsList = (params: Parameters<ConsoleDataProvider['getList']>[1]) => (provider: ConsoleDataProvider) =>
  provider.getList('accounts', params)

const act =
  (
    resource: string,
    name: string,
    record: ConsoleRecord,
    input: Readonly<Record<string, unknown>> = {},
    evidence?: Evidence,
  ) =>
  (provider: ConsoleDataProvider) =>
    provider.action(resource, { name, record, input, ...(evidence === undefined ? {} : { evidence }) })

const reliedOn = (...values: readonly string[]): Evidence => ({
  reliedOn: values.map((value) => ({ value, label: `Document ${value}` })),
  acknowledged: ['Ofac: MATCH'],
})

const investigation: ConsoleRecord = { id: 'case-1', sketchId: 'case-1', apex_account_id: 4107, name: 'Mara Quill' }
const snap: ConsoleRecord = { id: 'snap-a1', snap_id: 'snap-a1', sketch_id: 'case-1' }
const saved = [
  {
    sketchId: 'case-1',
    snapIDs: [{ id: 'snap-b7', type: 'AFFILIATED_APPROVAL', proof: 'PASSPORT', status: 'uploaded' }],
  },
]
const DECISION = '/api/main/user/apex/account/status/action'

const LIST = '/api/main/user/apex/get_apex_accounts'

const wires: readonly Wire[] = [
  { name: 'the first page', call: accountsList({}), sent: ['POST', LIST, { query: { pages: 1 } }] },
  {
    name: 'a page of what was searched',
    call: accountsList({ pagination: { page: 4, perPage: 50 }, meta: { search: 'Mara Quill' } }),
    sent: ['POST', LIST, { query: { pages: 4, search_key: 'Mara Quill' } }],
  },
  {
    name: 'an emptied search together with its filter (D-36)',
    call: accountsList({ filter: { pending_documents: true }, meta: { search: '' } }),
    sent: ['POST', LIST, { query: { pages: 1, search_key: '', pending_documents: true } }],
  },
  {
    name: 'no blank filters (D-37)',
    call: accountsList({ filter: { status: '', pending_documents: null, transfer_request: undefined } }),
    sent: ['POST', LIST, { query: { pages: 1 } }],
  },
  {
    name: 'the detail of an account',
    call: (provider) => provider.getOne('accounts', { id: '4107' }),
    sent: ['GET', '/api/main/user/apex/get_apex_details_for_account?apex_account_id=4107'],
  },
  {
    name: 'marking as test',
    call: act('accounts', 'markTest', account),
    sent: ['POST', '/api/main/user/apex/set/test/account/state?user_id=9107&flag=true'],
  },
  {
    name: 'restricting a user',
    call: act('accounts', 'restrictUser', account),
    sent: ['POST', '/api/main/user/restrict-user', { user_id: 9107 }],
  },
  {
    name: 'lifting the restriction at the clearing firm',
    call: act('accounts', 'unrestrictSsn', account),
    sent: [
      'POST',
      '/api/main/user/apex/toggle/account/restriction/admin',
      { apex_account: '9ZZ10041', apex_account_restricted: false },
    ],
  },
  {
    name: 'submitting an account again',
    call: act('accounts', 'resubmit', account),
    sent: ['POST', '/api/main/user/apex/account/request/resubmit/admin', { apex_account_id: 4107 }],
  },
  {
    name: 'changing whether an account is active: by its id in the query, without a body (D-87)',
    call: act('accounts', 'activate', account),
    sent: ['POST', '/api/main/update_account_status?account_id=4107'],
  },
  {
    name: "closing an account: the customer's id in the query, the account's in the body (D-63)",
    call: act('accounts', 'closeAccount', account),
    sent: [
      'POST',
      '/api/main/user/apex/close/account/admin?request_type=CLOSE_ACCOUNT&user_id=9107',
      { account_id: 4107 },
    ],
  },
  {
    name: 'approving a request (D-69)',
    call: act('accountRequests', 'approve', { id: 501 }, { reason: 'Checked' }),
    sent: [
      'POST',
      '/api/main/user/apex/approve/request',
      { user_request_id: 501, action: 'APPROVED', comment: 'Checked' },
    ],
  },
  {
    name: 'rejecting a request (D-69)',
    call: act('accountRequests', 'reject', { id: 501 }, { reason: 'Names differ' }),
    sent: [
      'POST',
      '/api/main/user/apex/approve/request',
      { user_request_id: 501, action: 'REJECTED', comment: 'Names differ' },
    ],
  },
  {
    name: 'cancelling a bank relationship: by the id of the item, and an empty comment where none is given (D-89)',
    call: act('achRelationships', 'cancel', { id: 71, ach_id: 'ach-9001' }),
    sent: ['POST', '/api/main/user/apex/ach_relation/cancel', { id: 71, comment: '' }],
  },
  {
    name: 'a document, by its snap',
    call: (provider) =>
      provider.download('accountDocuments', { name: 'download', record: { id: 'snap-a1', snap_id: 'snap-a1' } }),
    sent: ['GET', '/api/main/user/apex/edocs/download?snap=snap-a1'],
  },
  {
    name: 'the transactions of an account, whose number stays out of the address (D-88)',
    call: (provider) => provider.read('accounts', { name: 'transactions', record: account }),
    sent: ['POST', '/api/trade/v1/admin/user/get_details_for_account', { query: { account_no: '9ZZ10041' } }],
  },
  {
    name: 'what the identity checks came to',
    call: (provider) => provider.read('accounts', { name: 'verification', record: account }),
    sent: ['GET', '/api/main/user/apex/account/status/admin?apex_account_id=4107'],
  },
  {
    name: 'accepting a case on the strength of a document (D-112, D-113)',
    call: act(
      'accountInvestigations',
      'approve',
      investigation,
      { document: 'snap-a1', reason: 'Passport seen' },
      reliedOn('snap-a1'),
    ),
    sent: [
      'POST',
      DECISION,
      {
        body: {
          apex_account_id: 4107,
          sketchId: 'case-1',
          action: 'ACCEPTED',
          comment: 'Passport seen',
          snapid: 'snap-a1',
        },
        evidence: reliedOn('snap-a1'),
      },
    ],
  },
  {
    name: 'rejecting a case, without a document whatever was chosen (D-113)',
    call: act('accountInvestigations', 'reject', investigation, { document: 'snap-a1', reason: 'Names differ' }),
    sent: [
      'POST',
      DECISION,
      { apex_account_id: 4107, sketchId: 'case-1', action: 'REJECTED', comment: 'Names differ' },
    ],
  },
  {
    name: 'an appeal, with its documents in an object of their own (D-113, D-114)',
    call: act(
      'accountInvestigations',
      'appeal',
      investigation,
      { documents: ['snap-a1', 'snap-b7'], reason: 'Name changed by marriage' },
      reliedOn('snap-a1', 'snap-b7'),
    ),
    sent: [
      'POST',
      '/api/main/user/apex/account/status/appeal',
      {
        body: {
          apex_account_id: 4107,
          sketchId: 'case-1',
          action: 'APPEALED',
          text: 'Name changed by marriage',
          cip: { snapIDs: ['snap-a1', 'snap-b7'] },
        },
        evidence: reliedOn('snap-a1', 'snap-b7'),
      },
    ],
  },
  {
    name: 'approving a document',
    call: act('accountDocuments', 'approve', snap, { reason: 'Readable' }),
    sent: ['POST', '/api/main/user/apex/snap/update', { snapId: 'snap-a1', comment: 'Readable', status: 'approved' }],
  },
  {
    name: 'rejecting a document',
    call: act('accountDocuments', 'reject', snap, { reason: 'Expired' }),
    sent: ['POST', '/api/main/user/apex/snap/update', { snapId: 'snap-a1', comment: 'Expired', status: 'rejected' }],
  },
  {
    name: 'attaching uploaded documents to their cases (D-105)',
    call: act('accounts', 'saveDocuments', account, { data: saved }),
    sent: ['POST', '/api/main/user/apex/snap/save', { apex_account_id: 4107, data: saved }],
  },
  {
    name: 'the tickers',
    call: (provider) => provider.getList('treasury', {}),
    sent: ['GET', '/api/admin/treasuries-master'],
  },
  {
    name: 'disapproving a ticker',
    call: act('treasury', 'disapprove', ticker),
    sent: ['PATCH', '/api/admin/treasuries-master/12', { isapproved: false }],
  },
  {
    name: 'deleting a ticker',
    call: act('treasury', 'delete', ticker),
    sent: ['DELETE', '/api/admin/treasuries-master/12'],
  },
]

describe('on the wire', () => {
  it.each(wires)('$name', async ({ call, sent: [method, url, body] }) => {
    const { provider, calls } = bench(({ url: asked }) => {
      if (asked.includes('treasuries-master')) return answer([])
      return asked.includes('details') ? answer({ account: [] }) : answer({ apex_accounts: [], total_pages: 1 })
    })
    await call(provider)
    expect(calls.map(({ url: asked, init }) => [init.method, asked])).toEqual([[method, url]])
    const text = calls[0]?.init.body
    expect(typeof text === 'string' ? JSON.parse(text) : undefined).toEqual(body)
  })

  it('uploads a document as a form: tag, account number, and the file last (D-106, D-107)', async () => {
    const { provider, calls } = bench(() => answer({ result: { record_id: 'snap-b7' } }))
    const file = new File(['picture'], 'licence.png', { type: 'image/png' })
    await provider.upload('accounts', { name: 'uploadDocument', record: account, files: [file] })
    const { url, init } = calls[0] ?? { url: '', init: {} }
    expect([init.method, url]).toEqual(['POST', '/api/main/user/apex/snap/images'])
    expect([...(init.body as FormData)]).toEqual([
      ['tag', 'AFFILIATED_APPROVAL'],
      ['account', '9ZZ10041'],
      ['file', file],
    ])
  })

  it.each([
    ['approve', { reason: 'Passport seen' }, 'body.snapid'],
    ['approve', { document: '', reason: 'Passport seen' }, 'body.snapid'],
    ['appeal', { reason: 'Again' }, 'body.cip.snapIDs'],
    ['appeal', { documents: [], reason: 'Again' }, 'body.cip.snapIDs'],
    ['appeal', { documents: ['snap-a1', 7], reason: 'Again' }, 'body.cip.snapIDs.1'],
    ['appeal', { documents: 'snap-a1', reason: 'Again' }, 'body.cip.snapIDs'],
    ['appeal', { documents: ['snap-a1'], reason: ' ' }, 'body.text'],
  ])('sends no decision %s with %j: it lacks %s', async (name, input, place) => {
    const { provider, calls } = bench(() => answer({}))
    await expect(act('accountInvestigations', name, investigation, input)(provider)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`${place} is missing or not as declared`) as string,
    })
    expect(calls).toEqual([])
  })

  it('asks for the funding file with its constant and gives it the declared name', async () => {
    const { provider, calls } = bench(() => new Response('id\r\n'))
    const { data } = await provider.download('accounts', { name: 'funding' })
    expect(calls[0]?.url).toBe('/api/main/export-account-list?funds=true')
    expect(data.fileName).toBe('Account List.csv')
  })

  it('sends no action for an account without the number it is about', async () => {
    const { provider, calls } = bench(() => answer({}))
    const record = buildAccount({ account_no: null }) as ConsoleRecord
    const call = provider.action('accounts', { name: 'restrictSsn', record })
    await expect(call).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('body.apex_account') as string,
    })
    expect(calls).toEqual([])
  })

  it('repeats no value of what it refuses to send', async () => {
    const { provider } = bench(() => answer({}))
    const search = 'Mara Quill '.repeat(30)
    const error: unknown = await provider.getList('accounts', { meta: { search } }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
    expect(JSON.stringify(error) + String(error)).not.toContain('Quill')
  })
})
