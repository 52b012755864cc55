import type { ConsoleDefinition } from '../../language/authored/definition.ts'
import { createLanguage } from '../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../language/registry.ts'

const registry = {
  services: { desk: 'token' },
  permissions: ['visits.read', 'visits.edit', 'visits.release'],
  roles: { '*': ['visits.read'] },
  tones: {},
  components: { room: 'input', badge: 'input', floor: 'filter', visitPage: 'page' },
} as const satisfies Registry

interface Desk extends NamesOf<typeof registry> {}

const { defineCollection, defineForm, defineResource } = createLanguage<Desk>()

const room = { type: 'string', pattern: '^[A-Z][0-9]{2}$', title: 'Room' } as const

/** Visits: a plain REST service, with a call of its own that is accepted first and done later. */
const visits = defineCollection({
  name: 'visits',
  label: 'Visits',
  dialect: 'simple-rest',
  call: '{desk}/visits',
  permissions: { list: 'visits.read', update: 'visits.edit' },
  record: {
    type: 'object',
    required: ['id', 'room', 'state'],
    properties: {
      id: { type: 'integer' },
      room,
      state: { type: 'string', title: 'State', enum: ['WAITING', 'IN', 'OUT'], display: 'words' },
      deposit: { type: 'string', title: 'Deposit', display: 'money' },
    },
  },
  form: {
    fields: ['room', 'state'],
    label: 'visit',
    when: { room: { state: ['WAITING', 'IN'] } },
    blocked: [{ when: { state: 'OUT' }, message: 'This visit is over' }],
  },
  list: {
    columns: ['room', 'state'],
    perPage: 20,
    sort: 'room',
    filter: { room: { ...room, widget: 'floor' } },
    emptyText: 'No visits',
  },
  show: {
    path: '/visit/{id}',
    widget: 'visitPage',
    exists: '/id',
    title: '/room',
    facts: ['/state'],
    blocks: [],
  },
  bindings: {
    photo: {
      call: 'PUT {desk}/visits/{id}/photo',
      permission: 'visits.edit',
      upload: { kind: 'image', label: 'Photo', required: 'Choose a photo' },
    },
    release: {
      call: 'POST {desk}/visits/{id}/release',
      permission: 'visits.edit',
      body: { badge: { input: 'badge' } },
      upload: { field: 'slip', label: 'Signed slip', kind: 'image' },
      poll: { call: 'GET {desk}/jobs/{job}', path: '/job', data: '/job', when: { state: 'DONE' } },
      failure: { path: '/job', when: { result: 'FAILED' }, message: '/job/reason' },
    },
  },
  actions: {
    addPhoto: { label: 'Add photo', binding: 'photo', confirm: 'Add a photo?', success: 'Photo added' },
    leave: {
      label: 'Release',
      binding: 'release',
      permission: 'visits.release',
      when: { state: 'IN' },
      input: {
        badge: {
          schema: {
            type: 'string',
            minLength: 6,
            maxLength: 6,
            pattern: '^[0-9]*$',
            message: { pattern: 'A badge has digits only' },
          },
          label: 'Badge',
          hint: 'for example 204815',
          required: 'Enter the badge',
          widget: 'badge',
        },
      },
      confirm: 'Release the visitor of {room}?',
      success: '{room} is free',
    },
  },
})

/** A list that a page of the console's own draws. */
const rooms = defineResource({
  name: 'rooms',
  label: 'Rooms',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', title: 'Room' },
      wing: { type: 'string', title: 'Wing', enum: ['NORTH', 'SOUTH', 'YARD'] },
      area: { type: 'string', title: 'Area', coerce: 'thousandths', display: 'decimal', decimals: 3 },
    },
  },
  bindings: {
    list: {
      call: 'GET {desk}/rooms',
      permission: 'visits.read',
      query: {
        page: { param: 'page' },
        order: { sort: 'json', fields: ['id', 'area'] },
        wing: { filter: 'wings', several: 'comma' },
      },
      pageCount: '/pages',
      data: '/rooms',
    },
  },
  list: {
    columns: ['id', 'wing', 'area'],
    filter: { wings: { type: 'array', items: { enum: ['NORTH', 'SOUTH', 'YARD'] }, title: 'Wing' } },
    perPage: 50,
    sort: 'id',
    widget: 'visitPage',
    emptyText: 'No rooms',
  },
})

/** A form in two steps, with a field that only some choices need, and an input of the console's own. */
const arrival = defineForm({
  name: 'arrival',
  label: 'Arrival',
  description: 'Lets a visitor in.',
  fields: {
    purpose: { schema: { type: 'string', enum: ['MEETING', 'DELIVERY'] }, label: 'Purpose', required: 'Choose one' },
    days: {
      schema: { type: 'array', items: { type: 'string', enum: ['MON', 'TUE', 'WED'] }, minItems: 1 },
      label: 'Days',
      required: 'Choose a day',
    },
    until: { schema: { type: 'string', format: 'date' }, label: 'Until' },
    guests: { schema: { type: 'integer', minimum: 0, maximum: 9 }, label: 'Guests' },
    parking: { schema: { type: 'boolean', labels: { true: 'Needs a space', false: 'On foot' } }, label: 'Parking' },
    note: { schema: { type: 'string', maxLength: 1000 }, label: 'Note' },
    room: { schema: room, label: 'Room', required: 'Enter the room', when: { purpose: 'MEETING' }, widget: 'room' },
  },
  steps: { Visit: ['purpose', 'room', 'days', 'until'], Arrival: ['guests', 'parking', 'note'] },
  submit: 'Let in',
  call: {
    call: 'POST {desk}/visits',
    permission: 'visits.edit',
    body: {
      purpose: { field: 'purpose' },
      stay: { nested: { days: { field: 'days' }, until: { field: 'until' } } },
      guests: { field: 'guests' },
      parking: { field: 'parking' },
      note: { field: 'note' },
      room: { field: 'room' },
    },
    schema: { type: 'object', properties: {} },
  },
  confirm: 'Let the visitor in?',
  success: 'The visitor is in',
  refetch: ['visits'],
})

const forms = { Visits: [arrival] }

/** The reception of a house: what the other consoles do not need to say. */
export const authored: ConsoleDefinition = {
  registry,
  screens: [visits, rooms, { name: 'reception', label: 'Reception', path: '/reception', forms }],
  home: '/visits',
  nested: [],
}
