import type { ResolvedColumn } from '../../language/resource.ts'
import type { StandardFormat } from '../../language/format.ts'
import { consoleFormat, constantText } from './consoleFormats.ts'
import { countryName } from './countryName.ts'
import { formatDecimal, formatMoney } from './decimals.ts'
import { zoneClock } from './zoneClock.ts'
import { once } from '../../language/once.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import { MASKED_DATE } from '../../language/pii.ts'
import { isStructure, isValues } from '../../language/pointer.ts'
import { isScalar } from '../../language/schema.ts'
import { fillTemplate } from '../../language/template.ts'

/** Shown for a value that is missing or is no such value (D-53, D-55). */
export const NOTHING = '-'

/** Created on first use, because the first use of `Intl` is too slow for the first list of a visit. */
const numberFormat = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 }))
/** Uses the browser's time zone, which the text names (D-186). */
const localFormat = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZoneName: 'short',
    }),
)

/** Newer time zone data puts a narrow no-break space before AM and PM. The specification has a plain space. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ')

const DATE_ALONE = /^(\d{4})-(\d{2})-(\d{2})$/

function formatText(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? NOTHING : value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return NOTHING
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const dateText = (clock: Date): string =>
  `${twoDigits(clock.getUTCMonth() + 1)}/${twoDigits(clock.getUTCDate())}/${clock.getUTCFullYear()}`

function formatDate(value: unknown): string {
  const instant = parseInstant(value)
  if (instant === undefined) return NOTHING
  const [, year, month, date] = DATE_ALONE.exec(String(value).trim()) ?? []
  return year === undefined ? dateText(zoneClock(instant)) : `${month}/${date}/${year}`
}

/** A masked date has its parts where those of other dates are. */
const formatMasked = (value: unknown): string => formatText(value).replace(MASKED_DATE, '**/**/$<year>')

function formatDateTime(value: unknown): string {
  const instant = parseInstant(value)
  if (instant === undefined) return NOTHING
  const clock = zoneClock(instant)
  const hour = clock.getUTCHours()
  const time = `${twoDigits(hour % 12 || 12)}:${twoDigits(clock.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`
  return `${dateText(clock)}, ${time}`
}

function formatLocalDateTime(value: unknown): string {
  const instant = parseInstant(value)
  return instant === undefined ? NOTHING : plainSpaces(localFormat().format(instant))
}

function formatNumber(value: unknown): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? numberFormat().format(number) : NOTHING
}

function formatCountry(value: unknown): string {
  const text = formatText(value)
  return countryName(text) ?? text
}

const genders: Readonly<Record<string, string>> = { M: 'Male', F: 'Female' }

function formatGender(value: unknown): string {
  const text = formatText(value)
  return genders[text.toUpperCase()] ?? text
}

const standard: Readonly<Record<StandardFormat, (value: unknown) => string>> = {
  text: formatText,
  code: formatText,
  status: formatText,
  number: formatNumber,
  dateTime: formatDateTime,
  date: formatDate,
  yesNo: (value) => (value ? 'Yes' : 'No'),
  flag: formatText,
  words: (value) => constantText(formatText(value)),
  money: (value) => formatMoney(value) ?? formatText(value),
  country: formatCountry,
  gender: formatGender,
  masked: formatMasked,
  decimal: (value) => formatDecimal(value, [0, 8]) ?? formatText(value),
  link: formatText,
  localDateTime: formatLocalDateTime,
}

const isStandard = (format: string): format is StandardFormat => Object.hasOwn(standard, format)

/**
 * Formats a value for display. `dateTime` is `MM/DD/YYYY, hh:mm A` in the console's time zone (D-53). A date without a time
 * keeps its day. `yesNo` follows JavaScript truthiness, so `[]` and `"0"` are Yes (D-54).
 */
export const formatValue = (format: string, value: unknown): string =>
  (isStandard(format) ? standard[format] : (consoleFormat(format)?.write ?? formatText))(value)

/** How the values of a field are written, by its schema or by what is resolved from it. */
interface Words {
  readonly display?: string | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly template?: string | undefined
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== NOTHING).join(', ') || NOTHING

/** The items of a list one after the other. Objects are counted where no template writes them. */
function listText(words: Words, items: readonly unknown[]): string {
  const isCounted = words.template === undefined && items.length > 0 && items.every(isStructure)
  if (isCounted) return items.length === 1 ? '1 item' : `${items.length} items`
  return joined(items.map((item) => wordsFor(words, item)))
}

/**
 * The words for a value: its label, or the value in the field's format. Lists, facts and choices use the same. A format
 * of the console's own, and `yesNo`, write lists and objects themselves.
 */
export function wordsFor(words: Words, value: unknown): string {
  const { display = 'text', labels = {} } = words
  const label = isScalar(value) && Object.hasOwn(labels, String(value)) ? labels[String(value)] : undefined
  if (label !== undefined) return label
  if (isStructure(value) && isStandard(display) && display !== 'yesNo')
    return Array.isArray(value)
      ? listText(words, value)
      : words.template === undefined || !isValues(value)
        ? NOTHING
        : fillTemplate(words.template, value)
  return formatValue(display, value)
}

type Writing = Pick<ResolvedColumn, 'display' | 'emptyText' | 'template'> & {
  readonly [key in 'labels' | 'decimals']?: ResolvedColumn[key] | undefined
}

function written(value: unknown, column: Writing): string {
  const { display, decimals } = column
  if (display === 'decimal' && decimals !== undefined) return formatDecimal(value, decimals) ?? formatText(value)
  return wordsFor(column, value)
}

/** Formats a value for a column, with the column's labels, decimals and text for a missing value. */
export function formatColumn(column: Writing, value: unknown): string {
  const text = written(value, column)
  return text === NOTHING ? (column.emptyText ?? NOTHING) : text
}
