/** The box for a required reason (account review, section 5; D-33). */
export const reasonInput = {
  schema: { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' },
  label: 'Reason',
  placeholder: 'Please enter a reason',
  required: 'Please enter reason!',
} as const
