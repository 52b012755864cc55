import { defineNested } from './console.ts'
import { reasonFrom, reasonInput } from './shared/inputs.ts'

const text = { type: ['string', 'null'] } as const
const snapId = { type: 'string', minLength: 1, maxLength: 128 } as const

const theCase = { apex_account_id: { field: 'apex_account_id' }, sketchId: { field: 'sketchId' } } as const

const answer = { type: 'object', properties: {} } as const

/** One call makes both decisions. Only an approval names a document (D-112, D-113). */
const decision = {
  call: 'POST {main}/user/apex/account/status/action',
  permission: 'verification.decide',
  assumed: true,
  body: { ...theCase, comment: { input: 'reason' } },
  schema: answer,
} as const

/**
 * The identity cases of an account at the clearing firm, one or more per applicant (account review, section 4 'Approve
 * and reject an investigation'; D-112 to D-121). The page adds to each record the documents that can be named
 * (`usable`, `matching`) and the list matches to acknowledge (`hits`).
 */
export const accountInvestigations = defineNested({
  name: 'accountInvestigations',
  label: 'Verification',
  partOf: {
    resource: 'accounts',
    binding: 'verification',
    path: '/result/investigations',
    include: { apex_account_id: 'id', account_no: 'account_no', account_status: 'status', name: 'name' },
  },
  id: 'sketchId',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', title: 'Case' },
      sketchId: { type: 'string', minLength: 1, maxLength: 128, title: 'Case' },
      status: { ...text, title: 'Status', tones: 'investigation' },
      /** A sent decision appears here before the status changes. */
      history: { type: ['array', 'null'], title: 'History' },
      apex_account_id: { type: 'integer', minimum: 0 },
      account_no: { ...text, title: 'Account Number', pii: 'accountNumber', display: 'code' },
      account_status: { ...text, title: 'Account status', tones: 'account' },
      name: { ...text, title: 'Account name', pii: 'name' },
    },
  },
  bindings: {
    accept: { ...decision, body: { ...decision.body, snapid: { input: 'document' } } },
    refuse: decision,
    appeal: {
      call: 'POST {main}/user/apex/account/status/appeal',
      permission: 'verification.decide',
      body: {
        ...theCase,
        text: { input: 'reason' },
        cip: { nested: { snapIDs: { input: 'documents' } } },
      },
      schema: answer,
    },
  },
  list: {
    columns: ['sketchId', 'status'],
    sort: 'sketchId',
    emptyText: 'No documents required',
  },
  actions: {
    approve: {
      label: 'Approve',
      when: { status: 'INDETERMINATE', account_status: 'ACTION_REQUIRED' },
      binding: 'accept',
      recheck: true,
      body: { action: 'ACCEPTED' },
      acknowledge: 'hits',
      secondApprover: 'acknowledged',
      input: {
        document: {
          label: 'Document relied on',
          schema: snapId,
          options: 'usable',
          emptyText: 'There is no document to choose: upload one first.',
          required: 'Please choose a document!',
        },
        reason: reasonFrom('Document confirms the identity', 'Name variant', 'New address'),
      },
      confirm: {
        title: 'Approve the verification of {name}?',
        body: 'The case is accepted on the strength of the named document.',
      },
      success: 'ACCEPTED Successfully!',
      refetch: ['accounts'],
    },
    reject: {
      label: 'Reject',
      when: { status: { not: ['ACCEPTED', 'REJECTED'] }, account_status: 'ACTION_REQUIRED' },
      binding: 'refuse',
      recheck: true,
      tone: 'danger',
      body: { action: 'REJECTED' },
      input: { reason: reasonFrom('Identity not confirmed', 'Documents do not match', 'Suspected fraud') },
      confirm: {
        title: 'Reject the verification of {name}?',
        body: 'The case is rejected at the clearing firm. It can be appealed with an approved document that the clearing firm requires.',
      },
      success: 'REJECTED Successfully!',
      refetch: ['accounts'],
    },
    appeal: {
      label: 'Appeal',
      when: { status: { not: ['ACCEPTED', 'APPEALED'] } },
      binding: 'appeal',
      recheck: true,
      body: { action: 'APPEALED' },
      acknowledge: 'hits',
      secondApprover: 'acknowledged',
      input: {
        documents: {
          label: 'Documents',
          schema: { type: 'array', minItems: 1, maxItems: 20, items: snapId },
          hint: 'For SSN: Social Security card, W-2, or a letter from the SSA or IRS.',
          options: 'matching',
          emptyText: 'There is no document to choose: upload and approve one first.',
          required: 'Please choose a document!',
        },
        reason: { ...reasonInput, label: 'Comment', placeholder: 'Please enter a comment' },
      },
      confirm: {
        title: 'Appeal the verification of {name}?',
        body: 'The clearing firm looks at the case again.',
      },
      success: 'APPEALED Successfully!',
      refetch: ['accounts'],
    },
  },
})
