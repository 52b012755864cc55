import { defineResource } from './console.ts'

/** Treasury tickers: approve, disapprove and delete (back office, section 2 'Treasury Master'). */
export const treasury = defineResource({
  name: 'treasury',
  label: 'Treasury Master',
  record: {
    type: 'object',
    required: ['id', 'ticker', 'isapproved'],
    properties: {
      id: { type: 'integer', minimum: 0, title: 'ID' },
      ticker: { type: 'string', title: 'Ticker', display: 'code' },
      isapproved: { type: 'boolean', title: 'Approved', coerce: 'boolean' },
    },
  },
  bindings: {
    list: { call: 'GET {admin}/treasuries-master', permission: 'tickers.read' },
    update: { call: 'PATCH {admin}/treasuries-master/{id}', permission: 'tickers.approve' },
    delete: { call: 'DELETE {admin}/treasuries-master/{id}', permission: 'tickers.delete' },
  },
  list: {
    columns: ['id', 'ticker'],
    perPage: 10,
    sort: 'id',
    search: { field: 'ticker', placeholder: 'Search by ticker' },
    status: 'isapproved',
    emptyText: 'No data',
  },
  actions: {
    approve: {
      label: 'Approve',
      when: { isapproved: false },
      binding: 'update',
      body: { isapproved: true },
      bulk: 'tickers',
      success: 'Ticker - {ticker} APPROVED',
    },
    disapprove: {
      label: 'Disapprove',
      when: { isapproved: true },
      binding: 'update',
      body: { isapproved: false },
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
        body: 'The ticker leaves the treasury master for everybody. This cannot be undone.',
      },
      success: 'Ticker - {ticker} DELETED',
    },
  },
  noticeDelayMs: 600,
})
