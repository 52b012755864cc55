const NUMBER = '\\d[A-Z]{2}\\d+'

/** An account number as the clearing firm spells it: 8NA16576. */
export const ACCOUNT_NUMBER = `^${NUMBER}$`

/** The account, or accounts, of the customer with this e-mail address. */
export const accountByEmail = { resource: 'accounts', field: 'user__email' } as const

export const accountByName = { resource: 'accounts', field: 'name' } as const

export const accountNumber = {
  type: ['string', 'null'],
  title: 'Account Number',
  pii: 'accountNumber',
  display: 'code',
  coerce: 'string',
  reference: { resource: 'accounts', field: 'account_no' },
} as const

/** A text that may name accounts by their numbers, and trades: 'Trade 881584 of 8NA16576'. */
export const recordsIn = {
  reference: [
    { resource: 'accounts', field: 'account_no', pattern: NUMBER },
    { resource: 'trades', field: 'id', pattern: '(?<=[Tt]rade )\\d+' },
  ],
} as const
