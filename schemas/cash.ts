import { defineResource } from './console.ts'
import { tickerInput } from './shared/inputs.ts'

/** Cash tickers: add, edit and delete (back office, section 2 'Cash ticker master'). */
export const cash = defineResource({
  name: 'cash',
  label: 'Cash Master',
  record: {
    type: 'object',
    required: ['id', 'ticker'],
    properties: {
      id: { type: 'integer', minimum: 0, title: 'ID' },
      ticker: { type: 'string', title: 'Ticker', display: 'code' },
      type: { type: ['string', 'null'], title: 'Type' },
      isAvailableInEtfMfSecurityMaster: {
        type: ['boolean', 'null'],
        title: 'Availability',
        display: 'flag',
        labels: { true: 'Available', false: 'Not available' },
        coerce: 'boolean',
      },
    },
  },
  bindings: {
    list: { call: 'GET {admin}/cashmaster', permission: 'tickers.read' },
    create: {
      call: 'POST {admin}/cashmaster',
      permission: 'tickers.create',
      body: { type: 'CASH', ticker: { input: 'ticker' }, user_id: { param: 'staffId' } },
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
      'ticker',
      'type',
      {
        field: 'isAvailableInEtfMfSecurityMaster',
        hint: 'Whether the ETF and mutual fund security master has it',
      },
    ],
    perPage: 20,
    sort: 'ticker',
    search: { field: 'ticker', placeholder: 'Search by ticker' },
    emptyText: 'No data',
  },
  actions: {
    add: {
      label: 'Add',
      placement: 'list',
      binding: 'create',
      input: { ticker: tickerInput },
      confirm: { title: 'Add a cash ticker', buttons: ['Add'] },
      success: 'Ticker ADDED',
      failure: { title: 'There was an error', body: 'The ticker was not added.', durationMs: 6000 },
    },
    edit: {
      label: 'Edit',
      binding: 'update',
      recheck: true,
      input: { ticker: { ...tickerInput, field: 'ticker' } },
      confirm: { title: 'Edit {ticker}', buttons: ['Save'] },
      success: 'Ticker - {ticker} EDITED',
    },
    delete: {
      label: 'Delete',
      binding: 'delete',
      recheck: true,
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
