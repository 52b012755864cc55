/** Letters of an address between its dots: no blanks, seen or unseen, and no signs that only lists of addresses have. */
const PART = '[^\\s@.<>(),;:"\\\\\\[\\]\\u200B-\\u200D\\uFEFF]+'

/** What is taken for an e-mail address: something, an @, and a domain with a dot (back office, section 5). */
export const emailSchema = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  pii: 'email',
  pattern: `^${PART}(?:\\.${PART})*@${PART}(?:\\.${PART})+$`,
} as const

/** What is said of an e-mail address that is missing or is none (D-167). */
export const emailMessages = { required: 'Email is a required field', invalid: 'Email must be a valid email' } as const

/** The box for a required reason (account review, section 5; D-33). */
export const reasonInput = {
  schema: { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' },
  label: 'Reason',
  placeholder: 'Please enter a reason',
  required: 'Please enter reason!',
} as const

/**
 * A ticker as staff type it: it may not be empty and is sent in capitals. Characters that no exchange uses are pointed
 * out and not refused (back office, section 5; D-155).
 */
export const tickerInput = {
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '\\S', coerce: 'upperCase' },
  label: 'Ticker',
  placeholder: 'Enter ticker',
  required: 'Please enter ticker!',
  warn: { pattern: '^[A-Z0-9./-]*$', text: 'Tickers usually hold letters, digits, dots, hyphens and slashes only.' },
} as const
