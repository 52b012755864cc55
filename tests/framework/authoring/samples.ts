/** What three services that have nothing in common answer to a list, and a document of a fourth. */

const order = (number: number, more: object) => ({
  number: `A-${number}`,
  id: `ord_${number}`,
  status: 'OPEN',
  unit_price: 12.5 + number,
  created_at: '2026-01-02T10:00:00Z',
  due_date: '2026-02-02',
  is_gift: 0,
  notes: null,
  tracking_url: `https://parcels.test/${number}`,
  ...more,
})

/** Ids are text; the pages are counted. */
export const paged = {
  page: 1,
  size: 25,
  total: 61,
  pages: 3,
  items: [
    order(1, { customer: { first_name: 'Mara', email: 'mara@example.test', city: 'Riga' } }),
    order(2, { customer: { first_name: 'Teo', email: 'teo@example.test', city: 'Riga' }, due_date: null, is_gift: 1 }),
    order(3, { customer: { first_name: 'Oren', email: 'oren@example.test', city: 'Riga' }, status: 'SHIPPED' }),
  ],
}

const payout = (number: number, more: object) => ({
  uuid: `0b0f9a1e-1111-4111-8111-11111111111${number}`,
  amount_cents: 1250 + number,
  currency: 'USD',
  created: 1_764_000_000 + number,
  settled_ms: 1_764_000_000_000 + number,
  beneficiary: { holder: 'Mara Quill', iban: `DE4450010517540732493${number}`, kind: 'PERSON' },
  state: 'PAID',
  memo: 'call me at +49 170 1234567',
  events: [{ by: 'teo', at: 1_764_000_001 }],
  tags: ['new', 'old'],
  api_key: 'sk-live-1234',
  balances: { 'mara@example.test': 1 },
  ...more,
})

/** Pages follow a cursor, the records are deep inside, times are numbers and amounts are cents. */
export const payouts = {
  ok: true,
  data: {
    meta: { next_cursor: 'eyJpZCI6OX0=', has_more: true },
    payouts: [payout(1, {}), payout(2, { memo: null, state: 'FAILED' }), payout(3, { events: [], settled_ms: null })],
  },
}

/** An array, and nothing around it. */
export const bare = [
  { id: 7, title: 'Alpha', region: 'EAST', open: true, ssn: '123-45-6789', rate: '0.125' },
  { id: 8, title: 'Beta', region: 'WEST', open: false, ssn: '123-45-6780', rate: '1.5' },
  { id: 9, title: 'Gamma', region: 'EAST', open: true, ssn: null, rate: '2.25' },
]

const answering = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } })

const ref = (name: string) => ({ $ref: `#/components/${name}` })

export const catalogue = {
  openapi: '3.0.3',
  paths: {
    '/customers': {
      parameters: [ref('parameters/Page')],
      get: {
        operationId: 'listCustomers',
        parameters: [
          { name: 'per_page', in: 'query', schema: { type: 'integer' } },
          { name: 'q', in: 'query', schema: { type: 'string' } },
          { name: 'status', in: 'query', schema: ref('schemas/Status') },
          { name: 'email', in: 'query', schema: { type: 'string' } },
          { name: 'sort', in: 'query', schema: { type: 'string' } },
        ],
        ...answering({
          type: 'object',
          properties: { data: { type: 'array', items: ref('schemas/Customer') }, total_pages: { type: 'integer' } },
        }),
      },
      post: { operationId: 'create', ...answering({ type: 'object' }) },
    },
    '/customers/{id}/notes': { get: { operationId: 'notes', ...answering({ type: 'array' }) } },
    '/ping': { get: { operationId: 'ping', responses: { 200: { description: 'pong' } } } },
  },
  components: {
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
    schemas: {
      Status: { type: 'string', enum: ['NEW', 'ACTIVE'] },
      Customer: {
        allOf: [
          ref('schemas/Base'),
          {
            type: 'object',
            properties: {
              full_name: { type: 'string', example: 'Mara Quill' },
              status: ref('schemas/Status'),
              parent: ref('schemas/Customer'),
              birth_date: { type: 'string', format: 'date', nullable: true },
              password: { type: 'string', format: 'password' },
            },
          },
        ],
      },
      Base: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', format: 'uuid' }, created_at: { type: 'string', format: 'date-time' } },
      },
    },
  },
}

export const sending = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })

const object = (properties: object) => ({ type: 'object', properties })

/** A document whose records can be made and changed. */
export const claims = {
  openapi: '3.1.0',
  paths: {
    '/claims': {
      get: {
        operationId: 'listClaims',
        ...answering(object({ data: { type: 'array', items: ref('schemas/Claim') } })),
      },
      post: { ...sending(ref('schemas/NewClaim')), ...answering(ref('schemas/Claim')) },
    },
    '/claims/{id}': {
      get: answering(object({ claim: ref('schemas/Claim') })),
      patch: { ...sending(ref('schemas/NewClaim')), ...answering(ref('schemas/Claim')) },
    },
  },
  components: {
    schemas: {
      Claim: {
        allOf: [
          ref('schemas/NewClaim'),
          {
            ...object({ claim_id: { type: 'string', readOnly: true }, state: { type: 'string' } }),
            required: ['claim_id'],
          },
        ],
      },
      NewClaim: {
        type: 'object',
        required: ['policy', 'loss_date'],
        properties: {
          policy: { type: 'string', minLength: 3, maxLength: 20 },
          loss_date: { type: 'string', format: 'date' },
          contact: { type: ['string', 'null'], format: 'email' },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
}
