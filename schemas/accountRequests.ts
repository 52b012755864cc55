import { defineNested } from './console.ts'
import { customerRequest } from './account/accountDetail.ts'
import { reasonFrom } from './shared/inputs.ts'

/** A customer's request: a transfer of the account, or its closing (account review, section 4). */
export const accountRequests = defineNested({
  name: 'accountRequests',
  label: 'Requests',
  partOf: {
    resource: 'accounts',
    path: '/request',
    include: { name: 'name' },
    clock: {
      status: ['/response_data/currentState', '/response_data/status', '/status'],
      path: '/response_data/stateChangedAt',
      when: { request_type: 'TRANSFER_ACCOUNT' },
    },
  },
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      ...customerRequest,
      first_seen_at: { type: ['string', 'null'], title: 'First seen' },
      name: { type: ['string', 'null'], title: 'Name', pii: 'name' },
    },
  },
  bindings: {
    decide: {
      call: 'POST {main}/user/apex/approve/request',
      permission: 'requests.decide',
      body: { user_request_id: { field: 'id' }, comment: { input: 'reason' } },
      schema: { type: 'object', properties: {} },
    },
  },
  list: {
    columns: ['id', 'request_type', 'status'],
    sort: '-id',
    emptyText: 'No requests',
  },
  actions: {
    approve: {
      label: 'Approve',
      when: { status: 'REQUESTED', response_data: { exists: false } },
      binding: 'decide',
      blocked: [
        {
          when: { request_type: 'TRANSFER_ACCOUNT', request_payload: { structured: false } },
          message: 'What is asked could not be read',
        },
      ],
      recheck: true,
      body: { action: 'APPROVED' },
      input: { reason: reasonFrom('Details match', 'Confirmed with the customer') },
      confirm: {
        title: 'Approve request {id} of {name}?',
        body: "Are you sure? The clearing firm starts to work on it. You can't undo this here.",
        buttons: ['Yes', 'No'],
      },
      success: { fallback: 'Request {id} approved' },
      refetch: ['accounts'],
    },
    reject: {
      label: 'Reject',
      when: { status: 'REQUESTED', response_data: { exists: false } },
      binding: 'decide',
      recheck: true,
      tone: 'danger',
      body: { action: 'REJECTED' },
      input: { reason: reasonFrom('Details differ', 'Withdrawn by the customer', 'Assets not supported') },
      confirm: {
        title: 'Reject request {id} of {name}?',
        body: "Are you sure? The customer will have to ask again. You can't undo this here.",
        buttons: ['Yes', 'No'],
      },
      success: { fallback: 'Request {id} rejected' },
      refetch: ['accounts'],
    },
  },
})
