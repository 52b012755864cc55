import type { Status } from './enumerations.ts'
import type { PiiClass } from '../../language/pii.ts'
import { accountByEmail, accountNumber } from './references.ts'
import { emailMessages, emailSchema } from './inputs.ts'

/** The customer's e-mail address, the key of most support calls (back office, section 5; D-167). */
export const emailField = {
  schema: { ...emailSchema, coerce: 'emailAddress' },
  label: 'Email',
  placeholder: 'name@example.com',
  required: emailMessages.required,
} as const

/** The user's number, which reinstating needs once the account has left the list (D-174). */
const userId = { field: 'user__id', label: 'User ID' } as const

/** The accounts of the customer whose e-mail address is in this field. */
export const customerBy = <F extends string>(field: F) =>
  ({ field, reference: accountByEmail, fields: ['name', 'account_no', userId, 'status'] }) as const

/** The same, with the bank that is linked. */
export const customerAndBankBy = <F extends string>(field: F) => {
  const customer = customerBy(field)
  return { ...customer, fields: [...customer.fields, { field: '/bank', label: 'Bank' }] } as const
}

/** What is said of an account that is open where the request is meant for a closed one. */
export const closed = (message: string) =>
  ({ when: { status: ['CLOSED' satisfies Status<'account'>, null] }, message }) as const

/** The customer whose account number is in this field. */
export const customerOf = <F extends string>(field: F) =>
  ({ field, reference: accountNumber.reference, fields: ['name', 'user__email', userId, 'status'] }) as const

/** What any account number is: letters and digits, of which at least one is a digit. A name is none. */
export const accountNumberPattern = {
  pattern: '^[A-Za-z_-]*[0-9][A-Za-z0-9_-]*$',
  coerce: 'accountNumber',
  pii: 'accountNumber',
} as const

export const noAccountNumber = 'Enter an account number such as 8NA16576, or a name and choose the account'

/**
 * An account number for the populate calls (back office, section 5). It is part of the call's path, so few characters
 * are allowed.
 */
export const populateNumberField = {
  schema: {
    type: 'string',
    minLength: 8,
    maxLength: 64,
    ...accountNumberPattern,
    message: { minLength: 'Must be at least 8 characters', pattern: noAccountNumber },
  },
  label: 'Account Number',
  required: 'This is a required field',
  hint: 'For example 8NA16576',
} as const

/** A required text field. @param pii its class of personal data */
export const requiredText = (label: string, required: string, pii?: PiiClass) =>
  ({ schema: { type: 'string', minLength: 1, maxLength: 128, ...(pii && { pii }) }, label, required }) as const
