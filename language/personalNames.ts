import { isMasked, type PiiClass } from './pii.ts'

/** The words of a name in lower case: `dateOfBirth`, `date_of_birth` and `DateOfBirth2` → 'date of birth'. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .trim()
    .toLowerCase()

type Names = readonly (readonly [pii: PiiClass, name: RegExp])[]

/**
 * What a name ends with when it is personal. The end decides: `email_sent_at` is a time, and `phone_type` a kind. Numbers
 * that the state gives a person are masked as `ssn` is, and those of a card or at a bank as `bankAccount` is.
 */
const certain: Names = [
  [
    'ssn',
    /\b(ssn|ss (no|num|number)|social security( no| number)?|itin|tin|tax ?payer id|tax (id|no|number)|national id|nino)$/,
  ],
  ['ssn', /\b(passport|driv(er|ers|ing) licen[cs]e|passport (id|no)|licen[cs]e no)( number)?$/],
  ['dateOfBirth', /\b(dob|birth|birth ?(date|day)|born|born (at|on))$/],
  [
    'bankAccount',
    /\b(iban|bban|(bank|checking|savings) (account|acct)|card)( no| num| number)$|\b(iban|bban|bank account|routing number|pan)$/,
  ],
  ['accountNumber', /\b(account|acct|acc) ?(no|num|number|nr)$/],
  ['email', /\be ?mail( address)?$/],
  ['phone', /\b(phone|telephone|mobile|cellphone|fax)( no| num| number)?$/],
  ['address', /\b(address|addr|address line|street|street name|zip|zip code|postal code|post ?code|zipcode)$/],
  ['address', /\b(ip|ip ?v|latitude|longitude)$/],
  ['name', /\b(first|last|full|middle|given|family|maiden|sur|legal|preferred) ?names?$|\b(surname|forename)$/],
]

/** Things whose names are not those of people. */
const THINGS =
  /\b(file|host|domain|product|channel|event|plan|field|table|column|app|application|service|job|task|role|group|team|project|model|brand|category|type|status|state|country|currency|color|tag|label|region|bucket|repo|branch|queue|topic|template|class|key) name$/

const probable: Names = [
  ['name', /\b(name|nickname|user ?name|login|handle|salutation|signature)s?$/],
  ['name', /\b(owner|assignee|author|customer|client|contact|member|patient|employee|recipient|sender|\w*holder)$/],
  ['name', /\b(adjuster|agent|approver|beneficiary|borrower|claimant|driver|insured|reviewer|tenant)$/],
  ['name', /\bby$|\bassigned to$/],
  ['ssn', /\b(licen[cs]e|licen[cs]e number|tax|ein)$/],
  ['accountNumber', /\b(account|account id|acct)$/],
  ['address', /\b(city|town|county|suburb|line|location|geo|lat|lng|lon)$/],
]

const find = (names: Names, words: string): PiiClass | undefined => names.find(([, name]) => name.test(words))?.[0]

/** The singular is looked for too: `emails`, `addresses`. */
const findName = (names: Names, words: string): PiiClass | undefined =>
  find(names, words) ?? find(names, words.replace(/s$/, '')) ?? find(names, words.replace(/es$/, ''))

/**
 * The class of personal data that a field's name says it has. `of` is the name of the object that has the field: `first`
 * of a `name` is a first name.
 */
export const personalName = (name: string, of = ''): PiiClass | undefined =>
  findName(certain, wordsOf(name)) ??
  (/\bname$/.test(wordsOf(of)) ? findName(certain, `${wordsOf(name)} name`) : undefined)

/** The same in one word: `dateofbirth`. */
const glued: Names = [
  [
    'ssn',
    /(ssn?|socialsecurity)(no|num|number)$|(ssn|socialsecurity|taxid|taxpayerid|itin|passport(no|number)?|licen[cs]eno)$/,
  ],
  ['dateOfBirth', /(dob|dateofbirth|birthdate|birthday)$/],
  ['bankAccount', /(iban|(bank|checking|savings)ac(coun)?t(no|num|number)?|routing(no|num|number)|cardn(o|um|umber))$/],
]

/** The words of a name without what divides them: the same for `ss_number`, `ssNumber` and `SS-NUMBER`. */
export const gluedName = (name: string): string => wordsOf(name).replaceAll(' ', '')

/** The class that is masked of a value by its name in an undeclared structure. An account of digits is one at a bank. */
export function maskedName(name: string, value?: unknown): PiiClass | undefined {
  const found = personalName(name) ?? find(glued, gluedName(name))
  if (found === 'accountNumber') return /^[\d -]{7,24}$/.test(String(value)) ? 'bankAccount' : undefined
  return isMasked(found) ? found : undefined
}

/** As `personalName`, for a stranger's data, where a field is rather taken for personal than shown to all. */
export function probablyPersonal(name: string, of = ''): PiiClass | undefined {
  const words = wordsOf(name)
  // The number of a line, among the lines of a document.
  if (words === 'line' && /\blines$/.test(wordsOf(of))) return undefined
  return personalName(name, of) ?? (THINGS.test(words) ? undefined : findName(probable, words))
}

const values: Names = [
  ['email', /[^\s@"<>]+@[^\s@"<>]+\.[A-Za-z]{2,}/],
  ['ssn', /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/],
  ['bankAccount', /\b[A-Z]{2}\d{2} ?(?:[A-Z0-9]{4} ?){2,7}[A-Z0-9]{1,4}\b/],
  ['bankAccount', /(?<![\d-])(?:\d{4}[ -]){3}\d{4}(?![\d-])/],
  ['phone', /(?<![\w.])(?:\+\d[\d ().-]{6,}\d|\(\d{3}\) ?\d{3}[-. ]\d{4}|\d{3}[-.]\d{3}[-.]\d{4})(?![\w-])/],
  ['address', /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])/],
  ['address', /^(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}$/i],
]

/** The class of personal data that a text has the form of, such as an email address inside a note. */
export const personalText = (text: string): PiiClass | undefined => find(values, text)

/** True for the name of a secret, which no screen needs. */
export const isSecretName = (name: string): boolean =>
  /\b(password|passwd|passphrase|secret|token|api ?key|private key|access key|pin|cvv|cvc|otp|credentials?)$/.test(
    wordsOf(name),
  )
