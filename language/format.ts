import type { Names } from './registry.ts'

/** The framework's own formats, by name. */
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

/**
 * How a value is formatted. `dateTime` is `MM/DD/YYYY, hh:mm A` in the console's time zone (D-53), and `date` the day alone.
 * `yesNo` follows JavaScript truthiness (D-54). `flag` is Yes, No or, unanswered, nothing. `code` is an identifier in
 * fixed width, `status` a toned pill, `words` a constant in plain words (`SOMEWHAT_IMPORTANT` → 'Somewhat important').
 * `money` is an amount in the console's currency, without float arithmetic (D-94). `country` is the name for a code of
 * three letters or digits (D-82), `gender` M or F in words (D-81), and `masked` a value the gateway has shortened.
 * `decimal` is a decimal with the column's `places` and no float arithmetic (D-142). `link` is an address, linked only
 * when it is http or https (D-164). `localDateTime` is a long date and time in the browser's own zone, with the zone's
 * name (D-186).
 */
export type StandardFormat = (typeof standardFormats)[number]

/** The formats of texts. */
type TextFormat = 'text' | 'code' | 'words' | 'country' | 'gender' | 'masked' | 'link'

/**
 * What the values of a format are. Amounts and numbers are compared by their number and ranged right; only amounts are
 * summed, as a `number` may be a price. Moments, which days are too, have an age. Many records share a state.
 */
type FormatKind = 'amount' | 'number' | 'moment' | 'state'

/** The kinds of the formats by name. Texts have none, nor have the console's own formats. */
export const formatKinds: Readonly<Partial<Record<string, FormatKind>>> = {
  number: 'number',
  decimal: 'amount',
  money: 'amount',
  date: 'moment',
  dateTime: 'moment',
  localDateTime: 'moment',
  yesNo: 'state',
  flag: 'state',
  status: 'state',
} satisfies Record<Exclude<StandardFormat, TextFormat>, FormatKind>

/** True for the formats of numbers, amounts included. */
export const isNumberFormat = (format = ''): boolean => ['amount', 'number'].includes(formatKinds[format] ?? '')

/** A format of the framework or of the console. */
export type Format<N extends Names = Names> = StandardFormat | N['format']

const CONSTANT = /^(?:[A-Z][A-Z0-9_]+|[a-z][a-z0-9_]+)$/

/**
 * `SOMEWHAT_IMPORTANT` → 'Somewhat important'. Text that is not a constant stays unchanged. The console's
 * `abbreviations` keep their capitals: `SSN_CARD` → 'SSN card'.
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
