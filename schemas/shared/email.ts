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
