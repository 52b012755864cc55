import { keysOf } from './pointer.ts'
import { object, text } from './wire.ts'

export const piiClasses = [
  'name',
  'email',
  'phone',
  'address',
  'accountNumber',
  'ssn',
  'dateOfBirth',
  'bankAccount',
  'otherFirmAccount',
] as const

/**
 * One class of personal data. Staff work with `name`, `email`, `phone`, `address` and `accountNumber`: these reach the
 * screen but never a URL, a log or the browser's storage. The gateway masks the others before the value leaves it.
 */
export type PiiClass = (typeof piiClasses)[number]

/** What a field says of itself: its class, or that it is not personal although its name sounds so. */
export type PiiMark = PiiClass | 'none'

const digits = (value: string): string => value.replaceAll(/\D/g, '')

const signs = (value: string): string => value.replaceAll(/[^A-Za-z0-9]/g, '')

const masks: Readonly<Partial<Record<PiiClass, (value: string) => string>>> = {
  ssn: (value) => `***-**-${digits(value).length > 4 ? digits(value).slice(-4) : '****'}`,
  dateOfBirth: (value) => (/^\d{4}-/.test(value) ? `${value.slice(0, 4)}-**-**` : '****-**-**'),
  bankAccount: (value) => `XXXXX${digits(value).length > 5 ? digits(value).slice(-5) : ''}`,
  otherFirmAccount: (value) => `XXXXX${signs(value).length > 4 ? signs(value).slice(-4) : ''}`,
}

/** A masked date of birth, of which no more than the year is left. */
export const MASKED_DATE = /^(?<year>\d{4}|\*{4})-\*\*-\*\*$/

/** Classes whose values never reach the browser in full. */
export const maskedClasses = keysOf(masks)

/** True when the gateway masks values of the class. */
export const isMasked = (pii: PiiMark | undefined): pii is PiiClass =>
  pii !== undefined && pii !== 'none' && masks[pii] !== undefined

/** The value as the browser may have it: masked classes shortened (D-83), all others unchanged, empty stays empty. */
export function maskValue(value: unknown, pii: PiiClass): unknown {
  const mask = masks[pii]
  if (mask === undefined || value === null || value === undefined || value === '') return value
  return mask(typeof value === 'string' || typeof value === 'number' ? String(value) : '')
}

/** Nine digits in the ways that a social security number is written. Digits of a ZIP code with its suffix are 5 and 4. */
const NINE_DIGITS = (() => {
  const digit = '[0-9０-９]'
  const digits = (count: number): string => `${digit}{${count}}`
  const between = '[-\\s._/‐-―−\\u200b-\\u200d\\u2060\\ufeff\\u00ad]{1,3}'
  return [
    `${digits(3)}${between}${digits(2)}${between}${digits(4)}`,
    `${digits(3)}[-\\s]?${digits(2)}\\s?${digits(4)}`,
    `${digits(3)}[- ]${digits(3)}[- ]${digits(3)}`,
    `${digit}(?:[- ]${digit}){8}`,
  ].join('|')
})()

/** Not a part of a longer number, of a fraction or an amount, or of a telephone number with its country. */
const SSN_LIKE = `(?<![0-9０-９])(?<!\\d[.,])(?<!\\+\\d{1,3}[ -])(?:${NINE_DIGITS})(?![0-9０-９]|[.,]\\d)`

/** Identifiers that machines make contain any digits: UUIDs and digests. */
const MADE = '\\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\\b|\\b(?=\\d{0,64}[a-f])[0-9a-f]{24,128}\\b'

const SSN = new RegExp(`${MADE}|(?<ssn>${SSN_LIKE})`, 'giu')

/** What takes the place of a number that may identify a person. */
export const REDACTED = '•••••••••'

/** The numbers in a text that could be social security numbers. */
export const ssnsIn = (text: string): readonly string[] =>
  [...text.matchAll(SSN)].flatMap(({ groups }) => groups?.['ssn'] ?? [])

/** Text without anything that could be a social security number (U21): for messages, reasons, notices and logs. */
export const redactSsn = (text: string): string =>
  text.replaceAll(SSN, (found: string, ssn: string | undefined) => (ssn === undefined ? found : REDACTED))

/** What the gateway answers where a masked value is shown whole. */
export const revealedValue = object({ value: text })
