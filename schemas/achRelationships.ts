import { defineNested } from './console.ts'
import { achRelationship } from './account/accountDetail.ts'

/** The banks linked to an account for transfers of cash (account review, sections 3 and 4 'ACH'). */
export const achRelationships = defineNested({
  name: 'achRelationships',
  label: 'ACH Relationship',
  partOf: {
    resource: 'accounts',
    path: '/ach',
    include: { name: 'name' },
    clock: { status: ['/reason'], when: { reason: { pattern: '_NOC$' } } },
  },
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      ...achRelationship,
      first_seen_at: { type: ['string', 'null'], title: 'First seen' },
      name: { type: ['string', 'null'], title: 'Name', pii: 'name' },
    },
  },
  bindings: {
    cancel: {
      call: 'POST {main}/user/apex/ach_relation/cancel',
      permission: 'ach.cancel',
      body: { id: { field: 'id' }, comment: { input: 'reason' } },
      schema: { type: 'object', properties: {} },
    },
  },
  list: {
    columns: ['nickname', 'bank_account_no', 'approval_method', 'ach_id', 'status', 'creation_time', 'reason'],
    sort: '-creation_time',
    emptyText: 'No linked bank',
  },
  actions: {
    cancel: {
      label: 'Cancel',
      when: { status: { not: ['CANCELED', 'CANCELLED', 'REJECTED', 'RETURNED'] } },
      binding: 'cancel',
      recheck: true,
      tone: 'danger',
      input: {
        reason: {
          schema: { type: 'string', maxLength: 2000, default: '' },
          label: 'Reason (Optional!)',
        },
      },
      confirm: {
        title: 'Cancel the ACH relationship {nickname}?',
        body: 'Cash can no longer move between this bank and the account of {name}.',
        buttons: ['Cancel relationship', 'Keep it'],
      },
      success: { fallback: 'ACH relationship {nickname} cancelled' },
      refetch: ['accounts'],
    },
  },
})
