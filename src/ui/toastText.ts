import { defaultNotice } from '../../language/messages.ts'
import { redactSsn } from '../../language/redactSsn.ts'

const longest = 300

/**
 * A message as a toast may show it (U21): text only, at most 300 characters, nine-digit numbers struck out because
 * they may be social security numbers.
 */
export const toastText = (message: unknown): string => {
  const text = typeof message === 'string' && message.trim() !== '' ? message.trim() : defaultNotice
  const redacted = redactSsn(text)
  if (redacted.length <= longest) return redacted
  // Half of a surrogate pair at the cut would be unreadable.
  return `${redacted.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
