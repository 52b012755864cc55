import { defineResource } from './console.ts'
import { accountDetail } from './account/accountDetail.ts'
import { accountPage } from './account/accountPage.ts'
import { accountPageActions } from './account/accountPageActions.ts'
import { transactionsRead, verificationRead } from './account/accountReads.ts'
import { accountRow } from './account/accountRow.ts'
import type { Status } from './shared/enumerations.ts'
import { UPLOAD_TAG } from './shared/uploads.ts'

const EVERY_ACCOUNT =
  'The service writes this file and can only give every account, so the search and the filters do not apply. To save only some accounts, search or filter first, then use Export filtered. The file holds personal data of every customer. The export is recorded.'

/** The choices of the filter menu besides the statuses, with the filters that each sets. */
const notes = {
  ACTION_REQUIRED_DOCS: { pending_documents: true, search: '' },
  SUSPENDED_PENDING_DOCS: { status: 'SUSPENDED' satisfies Status<'account'>, pending_documents: true },
  TRANSFER_REQUEST: { transfer_request: true },
} as const

/** The address of the list of accounts in a status, or by another choice of the filter menu. */
export type AccountsQuery = `?filter=state:${Status<'account'>}` | `?filter=note:${keyof typeof notes}`

/** Trading accounts held at the clearing firm (account review, section 2 'Account list'). */
export const accounts = defineResource({
  name: 'accounts',
  label: 'Trading Accounts',
  record: accountRow,
  reveal: 'accounts.reveal',
  bindings: {
    list: {
      call: 'GET {main}/user/apex/get_apex_accounts',
      permission: 'accounts.read',
      query: {
        pages: { param: 'page' },
        status: { filter: 'status' },
        search_key: { param: 'search' },
        pending_documents: { filter: 'pending_documents' },
        transfer_request: { filter: 'transfer_request' },
      },
      data: '/apex_accounts',
      pageCount: '/total_pages',
    },
    getOne: {
      call: 'GET {main}/user/apex/get_apex_details_for_account',
      permission: 'accounts.read',
      query: { apex_account_id: { field: 'id' } },
      schema: accountDetail,
    },
    setTest: {
      call: 'POST {main}/user/apex/set/test/account/state',
      permission: 'accounts.markTest',
      query: { user_id: { field: 'user__id' } },
    },
    restrictUser: {
      call: 'POST {main}/user/restrict-user',
      permission: 'accounts.restrictUser',
      body: { user_id: { field: 'user__id' } },
    },
    restrictSsn: {
      call: 'POST {main}/user/apex/toggle/account/restriction/admin',
      permission: 'accounts.restrictSsn',
      body: { apex_account: { field: 'account_no' } },
    },
    resubmit: {
      call: 'POST {main}/user/apex/account/request/resubmit/admin',
      permission: 'accounts.resubmit',
      body: { apex_account_id: { field: 'id' } },
    },
    updateStatus: {
      call: 'POST {main}/update_account_status',
      permission: 'accounts.updateStatus',
      query: { account_id: { field: 'id' } },
    },
    close: {
      call: 'POST {main}/user/apex/close/account/admin',
      permission: 'accounts.close',
      query: { request_type: 'CLOSE_ACCOUNT', user_id: { field: 'user__id' } },
      body: { account_id: { field: 'id' } },
      header: 'service',
    },
    image: {
      call: 'POST {main}/user/apex/snap/images',
      permission: 'documents.upload',
      body: { tag: UPLOAD_TAG, account: { field: 'account_no' } },
      upload: { field: 'file', required: 'Please choose a file!' },
      reference: '/result/record_id',
      schema: {
        type: 'object',
        properties: {
          result: { type: ['object', 'null'], properties: { record_id: { type: ['string', 'number'] } } },
        },
      },
    },
    saveSnaps: {
      call: 'POST {main}/user/apex/snap/save',
      permission: 'documents.upload',
      body: { apex_account_id: { field: 'id' }, data: { input: 'data' } },
      schema: { type: 'object', properties: { data: {} } },
    },
    export: {
      call: 'GET {main}/export-account-list',
      permission: 'accounts.export',
      download: 'Account List',
    },
    transactions: transactionsRead,
    verification: verificationRead,
  },
  list: {
    perPage: 50,
    search: {
      placeholder: 'Search By Name, Email ID, Account No.',
      schema: { type: 'string', maxLength: 200, pii: 'name', coerce: 'accountNumber' },
    },
    filter: {
      status: { type: 'string', minLength: 1, maxLength: 64 },
      pending_documents: { const: true },
      transfer_request: { const: true },
    },
    find: { search: ['account_no', 'user__email', 'name'] },
    filterMenu: [
      {
        name: 'state',
        title: 'Account State',
        path: ['/status', '/statuses', '/all_status'],
        field: 'status',
        filter: 'status',
      },
      {
        name: 'note',
        title: 'Notifications',
        options: { ...notes, ACTION_REQUIRED: 'ACTION_REQUIRED_DOCS' satisfies keyof typeof notes },
      },
    ],
    tabs: {
      'Needs documents': notes.SUSPENDED_PENDING_DOCS,
      Suspended: { status: 'SUSPENDED' satisfies Status<'account'> },
      'Action required': { status: 'ACTION_REQUIRED' satisfies Status<'account'> },
      'Submit failed': { status: 'SUBMIT_FAILED' satisfies Status<'account'> },
      Transfers: notes.TRANSFER_REQUEST,
      All: {},
    },
    exists: 'status',
    columns: [
      'name',
      'user__email',
      'account_no',
      'request_time',
      'bank_account',
      { id: 'error', label: 'Error', widget: 'verification' },
      {
        field: 'status',
        count: { field: 'pending_documents', when: { status: 'SUSPENDED' } },
        actions: ['resubmit'],
      },
      { id: 'utm_campaign', label: 'Utm Campaign', field: 'profile_utm', path: '/0/utm_campaign' },
      { id: 'utm_medium', label: 'Utm Medium', field: 'profile_utm', path: '/0/utm_medium' },
      { id: 'utm_source', label: 'Utm Source', field: 'profile_utm', path: '/0/utm_source' },
      { field: 'user__is_test', toggle: ['markTest', 'markNormal'] },
      { field: 'is_restricted', toggle: ['restrictUser', 'unrestrictUser'] },
      { field: 'apex_account_restricted', toggle: ['restrictSsn', 'unrestrictSsn'] },
    ],
    emptyText: 'No accounts',
    export: { permission: 'accounts.export' },
  },
  show: accountPage,
  actions: {
    markTest: {
      label: 'Mark as Test',
      placement: 'column',
      when: { user__is_test: [false, null] },
      binding: 'setTest',
      query: { flag: true },
      confirm: { title: 'Mark {name} as Test?', body: 'Every account of this user becomes a Test account.' },
      success: { fallback: '{name} is now Test' },
      expect: {
        when: { user__is_test: true },
        message: '{name} is still Normal: the server accepted the call but did not change the account.',
      },
    },
    markNormal: {
      label: 'Mark as Normal',
      placement: 'column',
      when: { user__is_test: true },
      binding: 'setTest',
      query: { flag: false },
      confirm: { title: 'Mark {name} as Normal?', body: 'Every account of this user becomes a Normal account.' },
      success: { fallback: '{name} is now Normal' },
      expect: {
        when: { user__is_test: false },
        message: '{name} is still Test: the server accepted the call but did not change the account.',
      },
    },
    restrictUser: {
      label: 'Restrict User',
      placement: 'column',
      when: { is_restricted: [false, null] },
      binding: 'restrictUser',
      tone: 'danger',
      confirm: { title: 'Restrict {name}?', body: 'They will be restricted until you lift it.' },
      success: { fallback: '{name} is now restricted' },
      expect: {
        when: { is_restricted: true },
        message:
          '{name} is still not restricted: someone else may have changed it at the same moment. Check, then try again.',
      },
    },
    unrestrictUser: {
      label: 'Lift restriction',
      placement: 'column',
      when: { is_restricted: true },
      binding: 'restrictUser',
      confirm: {
        title: 'Lift the restriction of {name}?',
        body: 'They will no longer be restricted.',
      },
      success: { fallback: '{name} is no longer restricted' },
      expect: {
        when: { is_restricted: false },
        message:
          '{name} is still restricted: someone else may have changed it at the same moment. Check, then try again.',
      },
    },
    restrictSsn: {
      label: 'Restrict SSN',
      placement: 'column',
      when: { apex_account_restricted: [false, null] },
      blocked: [{ when: { account_no: { exists: false } }, message: 'No account number yet' }],
      binding: 'restrictSsn',
      body: { apex_account_restricted: true },
      tone: 'danger',
      hint: 'Restricts this account at the clearing firm',
      confirm: { title: 'Restrict SSN of {name}?', body: 'Account {account_no} is restricted at the clearing firm.' },
      success: { fallback: 'SSN of {name} is now restricted' },
      expect: {
        when: { apex_account_restricted: true },
        message: '{name} is still not restricted at the clearing firm, although the server accepted the call.',
      },
    },
    unrestrictSsn: {
      label: 'Lift SSN restriction',
      placement: 'column',
      when: { apex_account_restricted: true },
      blocked: [{ when: { account_no: { exists: false } }, message: 'No account number yet' }],
      binding: 'restrictSsn',
      body: { apex_account_restricted: false },
      hint: 'Restricts this account at the clearing firm',
      confirm: {
        title: 'Lift the SSN restriction of {name}?',
        body: 'Account {account_no} is no longer restricted at the clearing firm.',
      },
      success: { fallback: 'SSN of {name} is no longer restricted' },
      expect: {
        when: { apex_account_restricted: false },
        message: '{name} is still restricted at the clearing firm, although the server accepted the call.',
      },
    },
    resubmit: {
      label: 'Submit',
      placement: 'column',
      when: { status: 'SUBMIT_FAILED' },
      binding: 'resubmit',
      confirm: {
        title: 'Submit the account of {name} again?',
        body: "We'll resubmit the application to the clearing firm.",
      },
      success: { fallback: 'Account of {name} submitted' },
      failure: { title: 'Submitting the account failed', fallback: 'The service gave no reason.' },
    },
    ...accountPageActions,
    export: {
      label: 'Export',
      placement: 'list',
      binding: 'export',
      hint: 'All accounts, whatever is filtered',
      confirm: {
        title: 'Export all accounts?',
        buttons: ['Download'],
        body: EVERY_ACCOUNT,
      },
      success: 'Account list downloaded',
    },
    funding: {
      label: 'Funding',
      placement: 'list',
      binding: 'export',
      query: { funds: true },
      hint: 'All accounts with their funding, whatever is filtered',
      confirm: {
        title: 'Export all accounts with funding?',
        buttons: ['Download'],
        body: EVERY_ACCOUNT,
      },
      success: 'Account list downloaded',
    },
  },
})
