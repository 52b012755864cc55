import { defineResource } from './console.ts'

/** Crypto tickers: approve, disapprove and delete (back office, section 2 'Crypto ticker master'). */
export const cryptocurrency = defineResource({
  name: 'cryptocurrency',
  label: 'Cryptocurrency Master',
  record: {
    type: 'object',
    required: ['id', 'ticker', 'is_approved'],
    properties: {
      id: { type: 'integer', minimum: 0, title: 'ID' },
      ticker: { type: 'string', title: 'Ticker', display: 'code' },
      is_approved: { type: 'boolean', title: 'Approved', coerce: 'boolean' },
    },
  },
  bindings: {
    list: { call: 'GET {admin}/cryptocurrency-master', permission: 'tickers.read' },
    update: { call: 'PATCH {admin}/cryptocurrency-master/{id}', permission: 'tickers.approve' },
    delete: { call: 'DELETE {admin}/cryptocurrency-master/{id}', permission: 'tickers.delete' },
  },
  list: {
    columns: ['id', 'ticker'],
    perPage: 10,
    sort: 'id',
    search: { field: 'ticker', placeholder: 'Search by ticker' },
    status: 'is_approved',
    emptyText: 'No data',
  },
  actions: {
    approve: {
      label: 'Approve',
      when: { is_approved: false },
      binding: 'update',
      body: { is_approved: true },
      bulk: 'tickers',
      success: 'Ticker - {ticker} APPROVED',
    },
    disapprove: {
      label: 'Disapprove',
      when: { is_approved: true },
      binding: 'update',
      body: { is_approved: false },
      bulk: 'tickers',
      success: 'Ticker - {ticker} DISAPPROVED',
    },
    delete: {
      label: 'Delete',
      binding: 'delete',
      recheck: true,
      tone: 'danger',
      confirm: {
        title: 'Delete {ticker}?',
        body: 'The ticker leaves the cryptocurrency master for everybody. This cannot be undone.',
      },
      success: 'Ticker - {ticker} DELETED',
    },
  },
  noticeDelayMs: 600,
})
