import { defineResource } from './console.ts'

const text = { type: ['string', 'null'] } as const

/** Sponsor records, to be read (back office, section 2 'Sponsers'; the spelling is the specification's). */
export const sponsors = defineResource({
  name: 'sponsors',
  label: 'Sponsers',
  menuLabel: 'Sponsors',
  path: '/sponsers',
  aliases: ['/sponsors'],
  record: {
    type: 'object',
    properties: {
      ticker: { ...text, title: 'Ticker' },
      channel_name: { ...text, title: 'Channel' },
      text: { ...text, title: 'Text' },
      node: { ...text, title: 'Node' },
      link: { ...text, title: 'Sponser Link' },
      media_url: { ...text, title: 'Media Url' },
    },
  },
  idFrom: 'position',
  coerce: { node: 'string' },
  bindings: {
    list: {
      call: 'GET {main}/sponsor/get_details',
      permission: 'sponsors.read',
      query: { page: { param: 'page' } },
      response: { items: '/data/result' },
    },
  },
  list: {
    columns: [
      { id: 'number', label: '#', number: true },
      { field: 'ticker', format: 'code', cut: 30 },
      { field: 'channel_name', cut: 30 },
      { field: 'text', cut: 30, width: 248 },
      { field: 'node', cut: 30 },
      { field: 'link', format: 'link', cut: 30, width: 248 },
      { field: 'media_url', format: 'link', cut: 30, width: 248 },
    ],
    brief: ['ticker', 'channel_name', 'text', 'link'],
    paging: 'server',
    perPage: 20,
    pages: 'untilShort',
    empty: 'No Sponsers Yet!',
  },
})
