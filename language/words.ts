const CONSTANT = /^(?:[A-Z][A-Z0-9_]+|[a-z][a-z0-9_]+)$/

/**
 * `SOMEWHAT_IMPORTANT` → 'Somewhat important'; text that is no constant stays as it is. Words that are `abbreviations`
 * of the console keep their capitals: `SSN_CARD` → 'SSN card'.
 */
export function constantWords(text: string, abbreviations: readonly string[]): string {
  if (!CONSTANT.test(text)) return text
  const words = text.split('_').map((word) => {
    const capitals = word.toUpperCase()
    return abbreviations.includes(capitals) ? capitals : word.toLowerCase()
  })
  const sentence = words.join(' ')
  return `${(sentence[0] ?? '').toUpperCase()}${sentence.slice(1)}`
}
