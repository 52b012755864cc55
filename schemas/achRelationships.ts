import { defineNested } from './console.ts'
import { achRelationship } from './account/accountDetail.ts'

/** The banks linked to an account for transfers of cash (account review, sections 3 and 4 'ACH'). */
export const achRelationships = defineNested({
  name: 'achRelationships',
  label: 'ACH Relationship',
  partOf: {
    resource: 'accounts',
    at: '/ach',
    carry: { name: 'name' },
    clock: { state: ['/reason'], when: { reason: { endsWith: '_NOC' } } },
  },
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      ...achRelationship,
      first_seen_at: { type: ['string', 'null'], title: 'First seen' },
      name: { type: ['string', 'null'], title: 'Name' },
    },
  },
  pii: { bank_account_no: 'bankAccount', name: 'name' },
  coerce: { status: 'upperCase' },
  bindings: {
    cancel: {
      call: 'POST {main}/user/apex/ach_relation/cancel',
      permission: 'ach.cancel',
      body: { id: { field: 'id' }, comment: { input: 'reason', otherwise: '' } },
      response: { schema: { type: 'object', properties: {} } },
    },
  },
  list: {
    columns: [
      'nickname',
      { field: 'bank_account_no', format: 'masked' },
      { field: 'approval_method', format: 'words' },
      { field: 'ach_id', format: 'code' },
      { field: 'status', format: 'status', tones: 'ach' },
      { field: 'creation_time', format: 'dateTime' },
      {
        field: 'reason',
        format: 'achReason',
        alert: {
          when: { reason: { endsWith: '_NOC' } },
          text: 'Bank details changed',
          since: ['/first_seen_at'],
          dueAfter: { days: 6, calendar: 'banking' },
        },
      },
    ],
    sort: { field: 'creation_time', order: 'DESC' },
    empty: 'No linked bank',
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
          schema: { type: 'string', maxLength: 2000 },
          label: 'Reason (Optional!)',
          multiline: true,
        },
      },
      confirm: {
        title: 'Cancel the ACH relationship {nickname}?',
        body: 'Cash can no longer move between this bank and the account of {name}.',
        confirmLabel: 'Cancel relationship',
        cancelLabel: 'Keep it',
      },
      success: { fromResponse: true, otherwise: 'ACH relationship {nickname} cancelled' },
      refetch: ['accounts'],
    },
  },
})
