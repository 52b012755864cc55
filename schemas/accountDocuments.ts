import { defineNested } from './console.ts'
import { snap } from './account/accountDetail.ts'
import { reasonFrom } from './shared/inputs.ts'

/** Documents uploaded for an account's identity cases. The clearing firm calls them snaps. */
export const accountDocuments = defineNested({
  name: 'accountDocuments',
  label: 'Documents',
  partOf: {
    resource: 'accounts',
    path: [
      '/snaps',
      // The letters that the account itself names (D-135).
      '/account/0/upload_ria',
      '/account/0/upload_407',
      '/account/0/upload_3210',
      '/joint_user/joint_upload',
    ],
    // The clearing firm does not say when a document was uploaded.
    clock: { status: ['/snap_id'] },
  },
  id: 'snap_id',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string' },
      ...snap,
      first_seen_at: { type: ['string', 'null'], title: 'First seen' },
    },
  },
  bindings: {
    file: {
      call: 'GET {main}/user/apex/edocs/download',
      permission: 'documents.download',
      query: { snap: { field: 'snap_id' } },
      download: '{snap}',
    },
    review: {
      call: 'POST {main}/user/apex/snap/update',
      permission: 'documents.review',
      body: { snapId: { field: 'snap_id' }, comment: { input: 'reason' } },
      schema: { type: 'object', properties: {} },
    },
  },
  list: {
    columns: ['proof', 'doc_type', 'snap_id', 'sketch_id', 'status'],
    sort: 'snap_id',
    emptyText: 'No documents',
  },
  actions: {
    download: {
      label: 'Download',
      when: { status: { not: 'rejected' } },
      binding: 'file',
      hint: 'The download is recorded',
      success: 'Document downloaded',
    },
    approve: {
      label: 'Approve',
      when: { status: 'uploaded' },
      binding: 'review',
      recheck: true,
      body: { status: 'approved' },
      input: { reason: reasonFrom('Matches the record', 'Name variant', 'New address') },
      confirm: {
        title: 'Are you sure?',
        body: 'This approves the document.',
        buttons: ['Yes', 'No'],
      },
      success: { fallback: 'Document approved' },
      refetch: ['accounts'],
    },
    reject: {
      label: 'Reject',
      when: { status: 'uploaded' },
      binding: 'review',
      recheck: true,
      tone: 'danger',
      body: { status: 'rejected' },
      input: { reason: reasonFrom('Expired', 'Unreadable', 'Name differs', 'Wrong document') },
      confirm: {
        title: 'Are you sure?',
        body: "This rejects the document. You won't be able to view or download it afterwards.",
        buttons: ['Yes', 'No'],
      },
      success: { fallback: 'Document rejected' },
      refetch: ['accounts'],
    },
  },
})
