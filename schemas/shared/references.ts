/** The account with this number. */
export const accountByNumber = { resource: 'accounts', key: 'account_no' } as const

/** The account, or accounts, of the customer with this e-mail address. */
export const accountByEmail = { resource: 'accounts', key: 'user__email' } as const
