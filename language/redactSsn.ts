/** Nine digits, whole or grouped 3-2-4 by hyphens, blanks or dots. A dot counts only twice: 123.456789 is a number. */
const SSN_LIKE = /(?<!\d)\d{3}(?:[-\s]?\d{2}[-\s]?|\.\d{2}\.)\d{4}(?!\d)/g

/** Text without anything that could be a social security number (U21): for messages, reasons, notices and logs. */
export const redactSsn = (text: string): string => text.replaceAll(SSN_LIKE, '•••••••••')
