/** Digits that could be a social security number, however they are grouped (U21). */
const SSN_LIKE = /(?<!\d)\d{3}[-. ]?\d{2}[-. ]?\d{4}(?!\d)/g

/** Text without anything that could be a social security number. */
export const scrubbed = (text: string): string => text.replaceAll(SSN_LIKE, '•••••••••')
