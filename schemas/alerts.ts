import { defineResource } from './console.ts'

const text = { type: ['string', 'null'] } as const

/** What the services want staff to know (back office, section 2 'Alerts'; D-161, D-165). */
export const alerts = defineResource({
  name: 'alerts',
  label: 'Alerts',
  record: {
    type: 'object',
    properties: {
      title: { ...text, title: 'Title' },
      message: { ...text, title: 'Message' },
      ticker: { ...text, title: 'Ticker' },
      type: { ...text, title: 'Type' },
      status: { ...text, title: 'Status' },
      created_at: { ...text, title: 'Created At' },
    },
  },
  idFrom: 'position',
  bindings: {
    list: {
      call: 'GET {main}/user/apex/admin/alerts',
      permission: 'alerts.read',
      query: { page: { param: 'page' } },
      response: { items: '/data/result', pageCount: '/data/total_pages' },
    },
  },
  list: {
    columns: [
      'title',
      'message',
      { field: 'ticker', format: 'code' },
      'type',
      'status',
      { field: 'created_at', format: 'dateTime' },
    ],
    paging: 'server',
    perPage: 20,
    layout: 'cards',
    empty: 'No Alerts Yet!',
    failed: 'empty',
  },
})
