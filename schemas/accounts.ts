import { defineResource } from './console.ts'
import { accountDetail } from './account/accountDetail.ts'
import { accountPage } from './account/accountPage.ts'
import { accountPageActions } from './account/accountPageActions.ts'
import { transactionsRead, verificationRead } from './account/accountReads.ts'
import { accountRow } from './account/accountRow.ts'
import { UPLOAD_TAG } from './shared/uploads.ts'

/** Trading accounts held at the clearing firm (account review, section 2 'Account list'). */
export const accounts = defineResource({
  name: 'accounts',
  label: 'Trading Accounts',
  recordPath: '/account/{id}',
  record: accountRow,
  pii: { name: 'name', user__email: 'email', account_no: 'accountNumber' },
  coerce: { close_status: 'upperCase' },
  detail: accountDetail,
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
      response: {
        items: '/apex_accounts',
        pageCount: '/total_pages',
        extras: { statuses: { at: ['/status', '/statuses', '/all_status'], pick: 'status' } },
      },
    },
    getOne: {
      call: 'GET {main}/user/apex/get_apex_details_for_account',
      permission: 'accounts.read',
      query: { apex_account_id: { field: 'id' } },
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
      query: { request_type: { const: 'CLOSE_ACCOUNT' }, user_id: { field: 'user__id' } },
      body: { account_id: { field: 'id' } },
      credential: 'service',
    },
    image: {
      call: 'POST {main}/user/apex/snap/images',
      permission: 'documents.upload',
      body: { tag: { const: UPLOAD_TAG }, account: { field: 'account_no' } },
      upload: { field: 'file' },
      response: {
        reference: '/result/record_id',
        schema: {
          type: 'object',
          properties: {
            result: { type: ['object', 'null'], properties: { record_id: { type: ['string', 'number'] } } },
          },
        },
      },
    },
    saveSnaps: {
      call: 'POST {main}/user/apex/snap/save',
      permission: 'documents.upload',
      body: { apex_account_id: { field: 'id' }, data: { input: 'data' } },
      response: { schema: { type: 'object', properties: { data: {} } } },
    },
    export: {
      call: 'GET {main}/export-account-list',
      permission: 'accounts.export',
      download: { fileName: 'Account List' },
    },
  },
  reads: { transactions: transactionsRead, verification: verificationRead },
  list: {
    paging: 'server',
    perPage: 50,
    search: { placeholder: 'Search By Name, Email ID, Account No.', debounceMs: 500, personal: true },
    filters: {
      status: { type: 'string', minLength: 1, maxLength: 64 },
      pending_documents: { const: true },
      transfer_request: { const: true },
    },
    filterMenu: {
      label: 'Filter',
      all: 'ALL',
      sections: [
        { name: 'state', title: 'Account State', options: { fromExtra: 'statuses', sets: 'status' } },
        {
          name: 'note',
          title: 'Notifications',
          options: [
            {
              value: 'ACTION_REQUIRED_DOCS',
              aliases: ['ACTION_REQUIRED'],
              sets: { pending_documents: true },
              clearsSearch: true,
            },
            { value: 'SUSPENDED_PENDING_DOCS', sets: { status: 'SUSPENDED', pending_documents: true } },
            { value: 'TRANSFER_REQUEST', sets: { transfer_request: true } },
          ],
        },
      ],
    },
    hideWithout: 'status',
    columns: [
      { field: 'name', link: 'record' },
      'user__email',
      { field: 'account_no', format: 'code' },
      { field: 'request_time', format: 'dateTime' },
      { field: 'bank_account', format: 'yesNo' },
      { id: 'error', label: 'Error', view: { label: 'View', title: 'Error', widget: 'verification' } },
      {
        field: 'status',
        format: 'status',
        tones: 'account',
        count: { field: 'pending_documents', label: 'pending documents', when: { status: 'SUSPENDED' } },
        actions: ['resubmit'],
      },
      { id: 'utm_campaign', label: 'Utm Campaign', field: 'profile_utm', at: '/0/utm_campaign' },
      { id: 'utm_medium', label: 'Utm Medium', field: 'profile_utm', at: '/0/utm_medium' },
      { id: 'utm_source', label: 'Utm Source', field: 'profile_utm', at: '/0/utm_source' },
      { field: 'user__is_test', toggle: { on: 'markTest', off: 'markNormal', words: ['Test', 'Normal'] } },
      { field: 'is_restricted', toggle: { on: 'restrictUser', off: 'unrestrictUser' } },
      { field: 'apex_account_restricted', toggle: { on: 'restrictSsn', off: 'unrestrictSsn' } },
    ],
    empty: 'No accounts',
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
      success: { fromResponse: true, otherwise: '{name} is now Test' },
      expect: { user__is_test: true },
      unchanged: '{name} is still Normal: the server accepted the call but did not change the account.',
    },
    markNormal: {
      label: 'Mark as Normal',
      placement: 'column',
      when: { user__is_test: true },
      binding: 'setTest',
      query: { flag: false },
      confirm: { title: 'Mark {name} as Normal?', body: 'Every account of this user becomes a Normal account.' },
      success: { fromResponse: true, otherwise: '{name} is now Normal' },
      expect: { user__is_test: false },
      unchanged: '{name} is still Test: the server accepted the call but did not change the account.',
    },
    restrictUser: {
      label: 'Restrict User',
      placement: 'column',
      when: { is_restricted: [false, null] },
      binding: 'restrictUser',
      tone: 'danger',
      confirm: { title: 'Restrict {name}?', body: 'They will be restricted until you lift it.' },
      success: { fromResponse: true, otherwise: '{name} is now restricted' },
      expect: { is_restricted: true },
      unchanged:
        '{name} is still not restricted: someone else may have changed it at the same moment. Check, then try again.',
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
      success: { fromResponse: true, otherwise: '{name} is no longer restricted' },
      expect: { is_restricted: false },
      unchanged:
        '{name} is still restricted: someone else may have changed it at the same moment. Check, then try again.',
    },
    restrictSsn: {
      label: 'Restrict SSN',
      placement: 'column',
      when: { apex_account_restricted: [false, null] },
      needs: { field: 'account_no', otherwise: 'No account number yet' },
      binding: 'restrictSsn',
      body: { apex_account_restricted: true },
      tone: 'danger',
      hint: 'Restricts this account at the clearing firm',
      confirm: { title: 'Restrict SSN of {name}?', body: 'Account {account_no} is restricted at the clearing firm.' },
      success: { fromResponse: true, otherwise: 'SSN of {name} is now restricted' },
      expect: { apex_account_restricted: true },
      unchanged: '{name} is still not restricted at the clearing firm, although the server accepted the call.',
    },
    unrestrictSsn: {
      label: 'Lift SSN restriction',
      placement: 'column',
      when: { apex_account_restricted: true },
      needs: { field: 'account_no', otherwise: 'No account number yet' },
      binding: 'restrictSsn',
      body: { apex_account_restricted: false },
      hint: 'Restricts this account at the clearing firm',
      confirm: {
        title: 'Lift the SSN restriction of {name}?',
        body: 'Account {account_no} is no longer restricted at the clearing firm.',
      },
      success: { fromResponse: true, otherwise: 'SSN of {name} is no longer restricted' },
      expect: { apex_account_restricted: false },
      unchanged: '{name} is still restricted at the clearing firm, although the server accepted the call.',
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
      success: { fromResponse: true, otherwise: 'Account of {name} submitted' },
    },
    ...accountPageActions,
    export: {
      label: 'Export',
      scope: 'list',
      binding: 'export',
      hint: 'All accounts, whatever is filtered',
      confirm: {
        title: 'Export all accounts?',
        confirmLabel: 'Download',
        body: 'The file holds personal data of every customer. The export is recorded.',
      },
      success: 'Account list downloaded',
    },
    funding: {
      label: 'Funding',
      scope: 'list',
      binding: 'export',
      query: { funds: true },
      hint: 'All accounts with their funding, whatever is filtered',
      confirm: {
        title: 'Export all accounts with funding?',
        confirmLabel: 'Download',
        body: 'The file holds personal data of every customer. The export is recorded.',
      },
      success: 'Account list downloaded',
    },
  },
})
