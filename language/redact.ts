import { REDACTED, redactSsn } from './pii.ts'

const CARD = /(?<![\d.-])(?:[3-6]\d{3}(?:\d{12}|(?:[ -]\d{4}){3})|3[47]\d{2}(?:\d{11}|[ -]\d{6}[ -]\d{5}))(?![\d-])/g
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g

/** True when it is written in groups, or when the last digit confirms the others, as on every card. */
function isCard(text: string): boolean {
  const sum = Array.from(text.replaceAll(/\D/g, ''))
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, part) => total + (part > 9 ? part - 9 : part), 0)
  return /[ -]/.test(text) || sum % 10 === 0
}

/** True when the two check digits confirm the rest. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '')
  const signs = Array.from(compact.slice(4) + compact.slice(0, 4), (sign) => Number.parseInt(sign, 36))
  return (
    compact.length >= 15 &&
    Array.from(signs.join('')).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
  )
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
const YEAR = '(?<year>(?:19|20)\\d{2})'
const DAY = '\\d{1,2}(?:st|nd|rd|th)?'

/** Days with their year, in the orders and spellings in use. */
const DAYS = [
  `(?<![\\d-])${YEAR}[-/.]\\d{1,2}[-/.]\\d{1,2}(?!\\d|[-/.]\\d)`,
  `(?<!\\d|\\d[-/.])\\d{1,2}[-/.]\\d{1,2}[-/.]${YEAR}(?!\\d)`,
  `(?<![\\d.])${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?![\\d.])`,
  `\\b${MONTH} ${DAY},? ${YEAR}\\b`,
  `\\b${DAY}[ -](?:of )?${MONTH},?[ -]${YEAR}\\b`,
].map((form) => new RegExp(form, 'gi'))

/** A customer is at least this old. A later day is one of business. */
const LEAST_AGE = 16

/** What is written between the name of a value and the value. */
const FILLER = `(?:[\\s"'\\\\:=>#()[\\],-]|on|is|was|of|no\\.?|number|date|ending|in){0,12}?`
const BORN = new RegExp(
  `(\\bd\\.?o\\.?b\\b\\.?|birth(?:[\\s_-]?(?:date|day))?|\\bborn\\b)(${FILLER})` +
    `(?:\\d[\\d/.-]{4,9}\\d|${MONTH} ${DAY},? \\d{4}|${DAY}[ -]${MONTH}[ -]\\d{4})`,
  'gi',
)
const NUMBERED = new RegExp(
  `(ssn|social[\\s_-]?sec(?:urity)?|tax[\\s_-]?(?:payer[\\s_-]?)?id|\\bi?tin\\b|bank|routing|\\baba\\b|iban|card|a(?:ccoun|cc)t)` +
    `(${FILLER})(?!\\d{4}-\\d\\d-\\d\\d)\\d(?:[ -]?\\d){6,16}(?![\\w-])`,
  'gi',
)

const PRIVATE_ADDRESS = '(?:(?:10|127)\\.\\d{1,3}|169\\.254|172\\.(?:1[6-9]|2\\d|3[01])|192\\.168)(?:\\.\\d{1,3}){2}'
const PUBLIC_HOST = `[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,9}(?=\\.?(?:[/?#\\s"')\\],;]|$))`
const PROTOCOL = '(?:https?|wss?|tcp|amqps?|redis|postgres(?:ql)?|mysql|mongodb|grpc)'
const REST = `[^\\s"'<>)\\]]`

/** Machines that are not public, by the forms of their names and addresses. */
const HOSTS = [
  new RegExp(`\\b${PROTOCOL}://(?!${PUBLIC_HOST})${REST}{1,2000}`, 'gi'),
  new RegExp(`(?<![\\w.-])(?:${PRIVATE_ADDRESS}(?::\\d{2,5})?|(?:\\d{1,3}\\.){3}\\d{1,3}:\\d{2,5})(?![\\w.]*\\w)`, 'g'),
  new RegExp(
    `(?<![\\w.-])[\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,9}\\.(?:internal|intranet|local|localdomain|lan|corp|private|svc|consul)` +
      `(?![\\w-])(?::\\d{2,5})?(?:/${REST}{1,2000})?`,
    'gi',
  ),
  /(?<![\w.-])(?:localhost|(?=[\w.-]{0,200}?[a-z])[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}(?=:\d{2,5}))(?::\d{2,5})?\b/gi,
  /(?<![\w.-])(?=\w{0,63}[-\d])(?=[\w-]{0,63}[a-z])[\w-]{1,63}:(?:80|443|1433|1521|3000|3306|5432|5672|6379|8\d{3}|9\d{3}|27017)\b/gi,
  /(?<=\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH)\s{1,3})[\w.:[\]-]{1,253}/g,
]

/**
 * Text without what identifies a person or a machine: social security numbers, cards, numbers at a bank, days of birth
 * (the year stays), and hosts that are not public. For everything that people did not declare: a service's messages, free
 * structures, and what staff typed, before it is written.
 */
export function redact(text: string): string {
  const latest = new Date().getUTCFullYear() - LEAST_AGE
  const hostless = HOSTS.reduce((rest, host) => rest.replaceAll(host, '•••'), text)
  if (!/[\d０-９]/.test(hostless)) return hostless
  const cardless = hostless
    .replaceAll(CARD, (found) => (isCard(found) ? REDACTED : found))
    .replaceAll(IBAN, (found) => (isIban(found) ? REDACTED : found))
  const named = cardless.replaceAll(BORN, '$1$2****-**-**').replaceAll(NUMBERED, `$1$2${REDACTED}`)
  const ageless = DAYS.reduce(
    (rest, day) =>
      rest.replaceAll(day, (found: string, year: string) => (Number(year) > latest ? found : `${year}-**-**`)),
    named,
  )
  return redactSsn(ageless)
}
