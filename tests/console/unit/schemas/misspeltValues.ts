import { defineResource } from '../../../../schemas/console.ts'
import type { Failure } from '../../../../src/data/failure.ts'

/** Misspelt statuses and codes, each of which is a compile error; the type check fails if one stops being so. */
const base = {
  name: 'requests',
  label: 'Requests',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, status: { type: ['string', 'null'], tones: 'request' } },
  },
} as const
const list = { call: 'GET {admin}/requests', permission: 'tickers.read' } as const
const plain = { columns: ['id'], perPage: 10, emptyText: 'None' } as const
const approve = { label: 'Approve', binding: 'list', success: 'Done' } as const

export const knownStatus = defineResource({
  ...base,
  bindings: { list },
  list: { ...plain, columns: [{ field: 'status', count: { field: 'id', when: { status: ['SENT', 'sent', null] } } }] },
  actions: { approve: { ...approve, when: { status: { not: 'REQUESTED' } } } },
})

export const unknownStatus = defineResource({
  ...base,
  bindings: { list },
  list: plain,
  actions: {
    // @ts-expect-error a condition compares a status with one of its table of tones
    approve: { ...approve, when: { status: { not: 'REQUESTD' } } },
  },
})

export const unknownCountedStatus = defineResource({
  ...base,
  bindings: { list },
  // @ts-expect-error a count compares a status with one of its table of tones
  list: { ...plain, columns: [{ field: 'status', count: { field: 'id', when: { status: 'SENDT' } } }] },
})

// @ts-expect-error a screen asks for a code that the gateway or the provider has
export const unknownCode = ({ code }: Failure): boolean => code === 'CONFLCT'
