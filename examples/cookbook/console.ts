import { createLanguage } from '../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../language/registry.ts'

const permissions = [
  'advisors.read',
  'advisors.edit',
  'cases.read',
  'cases.note',
  'invoices.read',
  'invoices.pay',
  'purchases.read',
  'purchases.edit',
  'tickets.read',
  'tickets.edit',
] as const

/** Services that have little in common: each definition of this folder reads one of them. */
export const registry = {
  services: {
    crm: 'token',
    desk: 'raw',
    store: 'token',
    rpc: {
      authorization: 'token',
      failure: [
        { path: '/error', when: { code: -32_004 }, message: '/error/message', status: 404 },
        { path: '/error', when: { code: -32_009 }, message: '/error/message', status: 409 },
        { when: { error: { exists: true } }, message: '/error/message' },
      ],
    },
    billing: {
      authorization: 'token',
      header: { 'X-Billing-Tenant': 'BILLING_TENANT' },
      failure: { when: { ok: false }, message: '/err' },
    },
  },
  permissions,
  roles: { clerk: permissions, '*': [] },
  tones: {
    case: { open: 'needsUs', closed: 'done' },
    invoice: { DUE: 'needsUs', PAID: 'done', VOID: 'stopped' },
    purchase: { NEW: 'needsUs', PACKED: 'inFlight', SENT: 'done' },
  },
} as const satisfies Registry

export interface Cookbook extends NamesOf<typeof registry> {}

export const { defineNested, defineResource } = createLanguage<Cookbook>()
