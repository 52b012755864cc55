import { resolveConsole } from '../../language/resolve.ts'
import { defineResource, registry } from './libraryLanguage.ts'

const permission = 'all'
const wing = {
  type: 'string',
  title: 'Wing',
  enum: ['NORTH', 'SOUTH', 'YARD'],
  labels: { NORTH: 'North wing' },
} as const
const record = {
  type: 'object',
  required: ['id', 'wing'],
  properties: {
    id: { type: 'integer', minimum: 1, title: 'Shelf' },
    wing,
    floors: { type: 'array', title: 'Floors', items: { type: 'integer' } },
    note: { type: 'string', title: 'Note' },
  },
} as const
const wings = { type: 'array', title: 'Wing', items: { type: 'string', enum: wing.enum } } as const
const floors = { type: 'array', title: 'Floor', items: { type: 'integer', enum: [0, 1, 2] } } as const

/** Shelves in pages, filtered by the service: each filter is written in a way of its own. */
export const shelves = defineResource({
  name: 'shelves',
  label: 'Shelves',
  record,
  bindings: {
    list: {
      call: 'GET {library}/shelves',
      permission,
      query: {
        page: { param: 'page' },
        wing: { filter: 'wings', several: 'comma' },
        floor: { filter: 'floors' },
        kind: { filter: 'kinds', several: 'json' },
      },
    },
  },
  list: {
    columns: ['id', 'wing', 'floors'],
    perPage: 10,
    filter: { wings, floors, kinds: { ...wings, title: 'Kind', items: { type: 'string', enum: ['A', 'B'] } } },
    emptyText: 'Nothing',
  },
})

const epochDay = { type: 'string', format: 'date', coerce: 'epochSeconds', title: 'Day' } as const

/** The same, asked for in the body of a search, which compares with moments and with days of its own. */
export const found = defineResource({
  name: 'found',
  label: 'Found',
  record: { ...record, properties: { ...record.properties, built: epochDay } },
  bindings: {
    list: {
      call: 'POST {library}/shelves/search',
      permission,
      effect: 'read',
      body: {
        page: { param: 'page' },
        built: { filter: 'built' },
        where: {
          nested: {
            wings: { filter: 'wings' },
            floor: { filter: 'floor' },
            since: { filter: 'since' },
            until: { filter: 'until' },
          },
        },
      },
    },
  },
  list: {
    columns: ['id', 'wing'],
    perPage: 10,
    filter: {
      wings,
      floor: { type: 'integer', title: 'Floor' },
      built: epochDay,
      since: epochDay,
      until: { ...epochDay, notBefore: 'since' },
    },
    emptyText: 'Nothing',
  },
})

/** Shelves that the service sends all at once: the console filters them by their fields. */
export const racks = defineResource({
  name: 'racks',
  label: 'Racks',
  record: {
    ...record,
    properties: {
      ...record.properties,
      built: epochDay,
      painted: { type: 'string', title: 'Painted', coerce: 'epochSeconds' },
      checked: { type: ['string', 'null'], title: 'Checked', format: 'date-time' },
    },
  },
  bindings: { list: { call: 'GET {library}/racks', permission } },
  list: {
    columns: ['id', 'wing', 'floors', 'note'],
    perPage: 10,
    sort: 'id',
    export: { permission: 'all' },
    filter: {
      wing: { ...wings },
      floors: { type: 'integer', title: 'Floor', minimum: 0 },
      note: { type: 'string', title: 'Note' },
      built: epochDay,
      painted: { ...epochDay, title: 'Painted' },
      checked: { type: 'string', format: 'date', title: 'Checked' },
    },
    emptyText: 'Nothing',
  },
})

/** A library with shelves in two wings and a yard. */
const locale = { timeZone: 'America/New_York', currency: 'USD' }
export const model = resolveConsole(
  { registry, screens: [shelves, found, racks], home: '/shelves', nested: [] },
  locale,
)
