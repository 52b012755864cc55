import { savedSnaps } from '../shared/uploads.ts'

/** Actions on an account's page that the list does not have (account review, section 4; D-61 to D-66, D-87, D-105). */
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
      buttons: ['Make active'],
    },
    success: { fallback: 'Account of {name} is now active' },
    expect: {
      when: { is_active: true },
      message: 'The account of {name} is still not active, although the server accepted the call.',
    },
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
      buttons: ['Make inactive'],
    },
    success: { fallback: 'Account of {name} is no longer active' },
    expect: {
      when: { is_active: false },
      message: 'The account of {name} is still active, although the server accepted the call.',
    },
  },
  closeAccount: {
    label: 'Close Account',
    placement: 'column',
    when: { close_status: { not: 'APPROVED' }, status: { not: 'CLOSED' } },
    blocked: [
      { when: { close_status: 'SENT' }, message: 'Close request sent' },
      { when: { close_status: 'INPROGRESS' }, message: 'Close request in progress' },
      { when: { close_status: 'PENDING' }, message: 'Close request pending' },
      { when: { account_no: { exists: false } }, message: 'No account number yet' },
    ],
    binding: 'close',
    recheck: true,
    secondApprover: true,
    tone: 'danger',
    confirm: {
      title: 'Close the account of {name}?',
      body: "The clearing firm is asked to close account {account_no}. You can't undo this here.",
      typed: { label: 'Type the account number to confirm', field: 'account_no' },
    },
    success: 'Request Sent Successfully.',
    failure: { title: 'Failed to process.', fallback: 'Check API Response.', durationMs: 5000 },
    noticeDelayMs: 600,
  },
  uploadDocument: {
    label: 'Upload',
    placement: 'column',
    blocked: [{ when: { account_no: { exists: false } }, message: 'No account number yet' }],
    binding: 'image',
    success: 'Document uploaded',
  },
  saveDocuments: {
    label: 'Save documents',
    placement: 'column',
    binding: 'saveSnaps',
    input: { data: { label: 'Documents', schema: savedSnaps } },
    success: { fallback: 'Documents saved' },
  },
} as const
