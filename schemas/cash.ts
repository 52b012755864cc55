import { defineResource } from './console.ts'
import { tickerInput } from './shared/tickerInput.ts'

/** Cash tickers: add, edit and delete (back office, section 2 'Cash ticker master'). */
export const cash = defineResource({
  name: 'cash',
  label: 'Cash Master',
  record: {
    type: 'object',
    required: ['id', 'ticker'],
    properties: {
      id: { type: 'integer', minimum: 0, title: 'ID' },
      ticker: { type: 'string', title: 'Ticker' },
      type: { type: ['string', 'null'], title: 'Type' },
      isAvailableInEtfMfSecurityMaster: { type: ['boolean', 'null'], title: 'Availability' },
    },
  },
  coerce: { isAvailableInEtfMfSecurityMaster: 'boolean' },
  bindings: {
    list: { call: 'GET {admin}/cashmaster', permission: 'tickers.read' },
    create: {
      call: 'POST {admin}/cashmaster',
      permission: 'tickers.create',
      body: { type: { const: 'CASH' }, ticker: { input: 'ticker' }, user_id: { session: 'userId' } },
    },
    update: {
      call: 'PATCH {admin}/cashmaster/{id}',
      permission: 'tickers.edit',
      body: { ticker: { input: 'ticker' } },
    },
    delete: { call: 'DELETE {admin}/cashmaster/{id}', permission: 'tickers.delete' },
  },
  list: {
    columns: [
      { field: 'ticker', format: 'code' },
      'type',
      {
        field: 'isAvailableInEtfMfSecurityMaster',
        format: 'flag',
        words: ['Available', 'Not available'],
        hint: 'Whether the ETF and mutual fund security master has it',
      },
    ],
    // The upstream sends the whole array: search, sort and paging happen in the provider.
    paging: 'client',
    perPage: 20,
    sort: { field: 'ticker', order: 'ASC' },
    search: { field: 'ticker', match: 'contains', debounceMs: 100, placeholder: 'Search by ticker' },
    empty: 'No data',
  },
  actions: {
    add: {
      label: 'Add',
      scope: 'list',
      binding: 'create',
      input: { ticker: tickerInput },
      confirm: { title: 'Add a cash ticker', confirmLabel: 'Add' },
      success: 'Ticker ADDED',
      failure: { title: 'There was an error', detail: 'The ticker was not added.', forMs: 6000 },
    },
    edit: {
      label: 'Edit',
      binding: 'update',
      input: { ticker: { ...tickerInput, initial: 'ticker' } },
      confirm: { title: 'Edit {ticker}', confirmLabel: 'Save' },
      success: 'Ticker - {ticker} EDITED',
    },
    delete: {
      label: 'Delete',
      binding: 'delete',
      tone: 'danger',
      confirm: {
        title: 'Delete {ticker}?',
        body: 'The ticker leaves the cash master for everybody. This cannot be undone.',
      },
      success: 'Ticker DELETED',
    },
  },
  noticeDelayMs: 600,
})
