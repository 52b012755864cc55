/**
 * One part of an address between its dots: no visible or invisible blanks, and no characters that only address lists
 * use.
 */
const PART = '[^\\s@.<>(),;:"\\\\\\[\\]\\u200B-\\u200D\\uFEFF]+'

/** The messages for a missing or invalid e-mail address (D-167). */
export const emailMessages = { required: 'Email is a required field', invalid: 'Email must be a valid email' } as const

/** A message for whatever is wrong with an e-mail address. */
export const emailRefusal = <T extends string>(text: T) =>
  ({ minLength: text, maxLength: text, pattern: text }) as const

/** The accepted form of an e-mail address: text, an @, and a domain with a dot (back office, section 5). */
export const emailSchema = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  pii: 'email',
  pattern: `^${PART}(?:\\.${PART})*@${PART}(?:\\.${PART})+$`,
  message: emailRefusal(emailMessages.invalid),
} as const

/** The input for a required reason (account review, section 5; D-33). */
export const reasonInput = {
  schema: { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' },
  label: 'Reason',
  placeholder: 'Please enter a reason',
  required: 'Please enter reason!',
} as const

/** The input for a required reason with ready-made ones to choose from. */
export const reasonFrom = (...examples: readonly string[]) =>
  ({ ...reasonInput, schema: { ...reasonInput.schema, examples } }) as const

/**
 * A ticker as staff type it: required, and sent in capitals. Characters that no exchange uses produce a warning, not a
 * refusal (back office, section 5; D-155).
 */
export const tickerInput = {
  // In one line, and never a way to another directory.
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 128,
    pattern: '^(?!.*\\.\\.).*\\S.*$',
    coerce: 'upperCase',
    message: { pattern: 'Enter a ticker without two dots in a row' },
  },
  label: 'Ticker',
  placeholder: 'Enter ticker',
  required: 'Please enter ticker!',
  hint: {
    pattern: '^[A-Z0-9./-]*$',
    message: 'Tickers usually hold letters, digits, dots, hyphens and slashes, and no blank.',
  },
} as const
