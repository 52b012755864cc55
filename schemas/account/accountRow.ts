const text = { type: ['string', 'null'] } as const

/** One account as the list has it (account review, section 3 'Account list row'). */
export const accountRow = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { ...text, title: 'Name' },
    user__email: { ...text, title: 'Email ID' },
    user__id: { type: 'integer', minimum: 1 },
    user__is_test: { type: ['boolean', 'null'], title: 'Test' },
    account_no: { ...text, title: 'Account Number', maxLength: 32 },
    request_time: { ...text, title: 'Date' },
    bank_account: { type: ['string', 'number', 'boolean', 'array', 'object', 'null'], title: 'Bank Linked' },
    status: { ...text, title: 'Status' },
    pending_documents: { type: ['integer', 'null'], title: 'Pending documents' },
    is_restricted: { type: ['boolean', 'null'], title: 'Restrict User' },
    apex_account_restricted: { type: ['boolean', 'null'], title: 'Restrict SSN' },
    is_active: { type: ['boolean', 'null'], title: 'Active' },
    profile_utm: {
      type: ['array', 'null'],
      items: { type: 'object', properties: { utm_campaign: text, utm_medium: text, utm_source: text } },
    },
    /** Status of the newest close request: known on the account's page only (D-62). */
    close_status: { ...text, title: 'Close request' },
  },
} as const
