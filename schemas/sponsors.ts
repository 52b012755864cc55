import { defineResource } from './console.ts'

const cut = { type: ['string', 'null'], truncate: 30 } as const

/** Sponsor records, read-only (back office, section 2 'Sponsers'; the spelling is the specification's). */
export const sponsors = defineResource({
  name: 'sponsors',
  label: 'Sponsors',
  title: 'Sponsers',
  path: ['/sponsers', '/sponsors'],
  record: {
    type: 'object',
    properties: {
      ticker: { ...cut, title: 'Ticker', display: 'code' },
      channel_name: { ...cut, title: 'Channel' },
      text: { ...cut, title: 'Text' },
      node: { ...cut, title: 'Node', coerce: 'string' },
      link: { ...cut, title: 'Sponser Link', display: 'link' },
      media_url: { ...cut, title: 'Media Url', display: 'link' },
    },
  },
  bindings: {
    list: {
      call: 'GET {main}/sponsor/get_details',
      permission: 'sponsors.read',
      query: { page: { param: 'page' } },
      data: '/data/result',
    },
  },
  list: {
    columns: [
      { id: 'number', label: '#', display: 'rowNumber' },
      'ticker',
      'channel_name',
      'text',
      'node',
      'link',
      'media_url',
    ],
    phoneColumns: ['ticker', 'channel_name', 'text', 'link'],
    export: { permission: 'sponsors.export' },
    perPage: 20,
    emptyText: 'No Sponsers Yet!',
  },
})
