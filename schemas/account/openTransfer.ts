/** A transfer that waits for a decision, in the detail of an account. */
export const openTransfer = {
  path: '/request/*',
  when: { request_type: 'TRANSFER_ACCOUNT', status: 'REQUESTED', response_data: { exists: false } },
} as const
