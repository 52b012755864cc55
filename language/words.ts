const CONSTANT = /^(?:[A-Z][A-Z0-9_]+|[a-z][a-z0-9_]+)$/
const ABBREVIATION = /\b(?:ach|cdd|cip|id|ira|irs|itin|ria|ssa|ssn|w2)\b/gi

/** `SOMEWHAT_IMPORTANT` → 'Somewhat important', `SSN_CARD` → 'SSN card'; text that is no constant stays as it is. */
export function constantWords(text: string): string {
  if (!CONSTANT.test(text)) return text
  const words = text.toLowerCase().replaceAll('_', ' ')
  return `${(words[0] ?? '').toUpperCase()}${words.slice(1)}`.replaceAll(ABBREVIATION, (word) => word.toUpperCase())
}
