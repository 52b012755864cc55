import { defaultNotice } from '../../language/messages.ts'

const longest = 300
const nineDigits = /(?<!\d)\d{3}[- ]?\d{2}[- ]?\d{4}(?!\d)/g

/**
 * A message as a toast may show it (U21): text only, at most 300 characters, nine-digit numbers struck out because
 * they may be social security numbers.
 */
export const toastText = (message: unknown): string => {
  const text = typeof message === 'string' && message.trim() !== '' ? message.trim() : defaultNotice
  const scrubbed = text.replaceAll(nineDigits, '•••••••••')
  if (scrubbed.length <= longest) return scrubbed
  // Half of a surrogate pair at the cut would be unreadable.
  return `${scrubbed.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
