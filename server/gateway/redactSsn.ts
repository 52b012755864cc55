/** Digits that could be a social security number, in one run or grouped by hyphens or spaces (U21). */
const SSN_LIKE = /(?<!\d)\d{3}([- ]?)\d{2}\1\d{4}(?!\d)/g

/** Text without anything that could be a social security number. */
export const redactSsn = (text: string): string => text.replaceAll(SSN_LIKE, '•••••••••')
