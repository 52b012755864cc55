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
