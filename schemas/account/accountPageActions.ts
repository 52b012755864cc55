import { savedSnaps } from '../shared/uploads.ts'

/** What staff do on an account's page and not in the list (account review, section 4; D-61 to D-66, D-87, D-105). */
export const accountPageActions = {
  activate: {
    label: 'Update Status',
    placement: 'column',
    when: { is_active: [false, null], status: { not: 'CLOSED' } },
    binding: 'updateStatus',
    recheck: true,
    confirm: {
      title: 'Make the account of {name} active?',
      body: 'This activates the account.',
      confirmLabel: 'Make active',
    },
    success: { fromResponse: true, otherwise: 'Account of {name} is now active' },
    expect: { is_active: true },
    unchanged: 'The account of {name} is still not active, although the server accepted the call.',
  },
  deactivate: {
    label: 'Update Status',
    placement: 'column',
    when: { is_active: true, status: { not: 'CLOSED' } },
    binding: 'updateStatus',
    recheck: true,
    confirm: {
      title: 'Make the account of {name} inactive?',
      body: 'This deactivates the account.',
      confirmLabel: 'Make inactive',
    },
    success: { fromResponse: true, otherwise: 'Account of {name} is no longer active' },
    expect: { is_active: false },
    unchanged: 'The account of {name} is still active, although the server accepted the call.',
  },
  closeAccount: {
    label: 'Close Account',
    placement: 'column',
    when: { close_status: { not: 'APPROVED' }, status: { not: 'CLOSED' } },
    blocked: [
      { when: { close_status: 'SENT' }, reason: 'Close request sent' },
      { when: { close_status: 'INPROGRESS' }, reason: 'Close request in progress' },
      { when: { close_status: 'PENDING' }, reason: 'Close request pending' },
    ],
    needs: { field: 'account_no', otherwise: 'No account number yet' },
    binding: 'close',
    recheck: true,
    tone: 'danger',
    confirm: {
      title: 'Close the account of {name}?',
      body: "The clearing firm is asked to close account {account_no}. You can't undo this here.",
      typed: { label: 'Type the account number to confirm', text: '{account_no}' },
    },
    success: 'Request Sent Successfully.',
    failure: { title: 'Failed to process.', detail: 'Check API Response.', forMs: 5000, words: 'alone' },
    noticeDelayMs: 600,
  },
  uploadDocument: {
    label: 'Upload',
    placement: 'column',
    needs: { field: 'account_no', otherwise: 'No account number yet' },
    binding: 'image',
    success: 'Document uploaded',
  },
  saveDocuments: {
    label: 'Save',
    placement: 'column',
    binding: 'saveSnaps',
    input: { data: { label: 'Documents', schema: savedSnaps } },
    success: { fromResponse: true, otherwise: 'Documents saved' },
  },
} as const
