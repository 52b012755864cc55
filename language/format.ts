import type { Names } from './registry.ts'

/**
 * How a value is written out. `dateTime` is America/New_York `MM/DD/YYYY, hh:mm A` (D-53), `date` the day alone,
 * `yesNo` follows JavaScript truthiness (D-54), `flag` is Yes, No or, unanswered, nothing. `code` is an identifier in
 * fixed width, `status` a toned pill, `words` a constant in plain words (`SOMEWHAT_IMPORTANT` → 'Somewhat important').
 * `money` is a decimal in dollars with two places and no float arithmetic (D-94), `country` a code of three letters or
 * digits by name (D-82), `gender` M or F in words (D-81), `masked` what the gateway has shortened. `decimal` is a decimal
 * with the column's `places` and no float arithmetic (D-142), `link` an address, linked where it is http or https alone
 * (D-164), `localDateTime` a long date and time in the browser's own zone, named (D-186).
 */
export const standardFormats = [
  'text',
  'code',
  'number',
  'dateTime',
  'date',
  'yesNo',
  'flag',
  'status',
  'words',
  'money',
  'country',
  'gender',
  'masked',
  'decimal',
  'link',
  'localDateTime',
] as const

/** One of the framework's own formats. */
export type StandardFormat = (typeof standardFormats)[number]

/** A format of the framework's or of the console's own. */
export type Format<N extends Names = Names> = StandardFormat | N['format']

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
