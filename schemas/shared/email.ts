/** What is taken for an e-mail address: something, an @, and a domain with a dot, without spaces (back office, section 5). */
export const emailSchema = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]+@[^\\s@<>(),;:"\\\\\\[\\]]+\\.[^\\s@<>(),;:"\\\\\\[\\].]+$',
} as const

/** What is said of an e-mail address that is missing or is none (D-167). */
export const emailMessages = { required: 'Email is a required field', invalid: 'Email must be a valid email' } as const
