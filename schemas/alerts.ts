import { defineResource } from './console.ts'
import { recordsIn } from './shared/references.ts'

const text = { type: ['string', 'null'] } as const

/** Alerts from the services for staff (back office, section 2 'Alerts'; D-161, D-165). */
export const alerts = defineResource({
  name: 'alerts',
  label: 'Alerts',
  record: {
    type: 'object',
    properties: {
      title: { ...text, ...recordsIn, title: 'Title' },
      message: { ...text, ...recordsIn, title: 'Message' },
      ticker: { ...text, title: 'Ticker', display: 'code' },
      type: { ...text, title: 'Type' },
      status: { ...text, title: 'Status' },
      created_at: { ...text, title: 'Created At', display: 'dateTime' },
    },
  },
  bindings: {
    list: {
      call: 'GET {main}/user/apex/admin/alerts',
      permission: 'alerts.read',
      query: { page: { param: 'page' } },
      data: '/data/result',
      pageCount: '/data/total_pages',
    },
  },
  list: {
    columns: ['title', 'message', 'ticker', 'type', 'status', 'created_at'],
    perPage: 20,
    search: { field: ['title', 'message'], placeholder: 'Search by title or message' },
    display: 'cards',
    emptyText: 'No Alerts Yet!',
  },
})
