/**
 * Classes of personal data. Staff work with `name`, `email`, `phone`, `address` and `accountNumber`: these reach the
 * screen but never a URL, a log or the browser's storage. The gateway masks the others before the value leaves it.
 */
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

/** One class of personal data. */
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

/** Classes whose values never reach the browser in full. */
export const maskedClasses = Object.keys(masks) as readonly PiiClass[]

/** True when the gateway masks values of the class. */
export const isMasked = (pii: PiiMark | undefined): pii is PiiClass =>
  pii !== undefined && pii !== 'none' && masks[pii] !== undefined

/** The value as the browser may have it: masked classes shortened (D-83), all others unchanged, empty stays empty. */
export function maskValue(value: unknown, pii: PiiClass): unknown {
  const mask = masks[pii]
  if (mask === undefined || value === null || value === undefined || value === '') return value
  return mask(typeof value === 'string' || typeof value === 'number' ? String(value) : '')
}

/**
 * Nine digits, whole or grouped 3-2-4 by hyphens, blanks or dots. A single dot does not match: 123.456789 is a number.
 */
const SSN_LIKE = /(?<!\d)\d{3}(?:[-\s]?\d{2}[-\s]?|\.\d{2}\.)\d{4}(?!\d)/g

/** Text without anything that could be a social security number (U21): for messages, reasons, notices and logs. */
export const redactSsn = (text: string): string => text.replaceAll(SSN_LIKE, '•••••••••')
