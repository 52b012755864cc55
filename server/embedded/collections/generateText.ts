import type { PiiClass } from '../../../language/pii.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import type { Random } from '../random.ts'

/** The characters that a class such as `.` or `[^"]` is drawn from. */
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
/** `*` and `+` repeat this often at most. */
const MOST_REPEATED = 8

const matching = (source: string): readonly string[] => {
  const one = new RegExp(`^${source}$`, 'u')
  const found = PRINTABLE.filter((character) => one.test(character))
  const plain = found.filter((character) => /[A-Za-z0-9]/.test(character))
  return plain.length > 0 ? plain : found
}

const TOKENS =
  /(?<class>\[\^?(?:\\.|[^\]\\])*\]|\\[dDwWsSpP](?:\{[^}]*\})?|\.)|\\(?<escaped>.)|(?<open>\((?:\?:|\?<\w+>)?)|(?<close>\))|(?<or>\|)|(?<anchor>[\^$]|\\b)|(?<times>[*+?]|\{\d+(?:,\d*)?\})\??|(?<plain>.)/gsu

type Writer = (random: Random) => string

function boundsOf(times: string): readonly [least: number, most: number] {
  if (times === '*') return [0, MOST_REPEATED]
  if (times === '+') return [1, MOST_REPEATED]
  if (times === '?') return [0, 1]
  const [least = '', most = least] = times.slice(1, -1).split(',')
  return [Number(least), most === '' ? Number(least) + MOST_REPEATED : Number(most)]
}

const repeated = (writer: Writer, times: string): Writer => {
  const [least, most] = boundsOf(times)
  return (random) => Array.from({ length: random.integer(least, most) }, () => writer(random)).join('')
}

/** Reads alternatives up to the closing parenthesis or the end. */
function alternatives(tokens: Iterator<RegExpMatchArray>): Writer {
  const choices: Writer[][] = [[]]
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const { groups = {} } = next.value
    const choice = choices.at(-1) ?? []
    if (groups['close'] !== undefined) break
    if (groups['or'] !== undefined) choices.push([])
    else if (groups['open'] !== undefined) choice.push(alternatives(tokens))
    else if (groups['times'] !== undefined) choice.push(repeated(choice.pop() ?? (() => ''), groups['times']))
    else if (groups['class'] !== undefined) {
      const characters = matching(groups['class'])
      choice.push((random) => random.pick(characters))
    } else if (groups['anchor'] === undefined) {
      const text = groups['escaped'] ?? groups['plain'] ?? ''
      choice.push(() => text)
    }
  }
  return (random) => random.pick(choices).reduce((text, writer) => text + writer(random), '')
}

/** Creates the writer of texts that match a regular expression without look-arounds and back references. */
const patternWriter = (pattern: string): Writer => alternatives(pattern.matchAll(TOKENS))

const listed = (text: string): readonly string[] => text.split(',')

const given = listed('Ada,Bruno,Carla,Dario,Elif,Farid,Greta,Hugo,Imani,Jonas,Keiko,Lucía,Mira,Noah,Oona,Pavel,Rosa')
const family = listed('Abbott,Brandt,Castro,Dvořák,Eriksen,Fischer,Grant,Haddad,Ito,Jensen,Kowalska,Lind,Moreau,Nair')
const streets = listed('Orchard St,Mill Lane,Harbor Rd,Station Ave,Garden Court,Hill Rd,Bridge St,Park Row')
const towns = listed('Astoria,Bangor,Duluth,Fresno,Galveston,Ithaca,Juneau,Macon,Santa Fe,Toledo')
const words = listed(
  'amber,basin,cedar,delta,ember,fern,grove,haven,inlet,jade,kite,larch,meadow,north,opal,pier,quartz',
)

/** Generated times lie in the year before this moment, so that the same seed gives the same data on any day. */
const LATEST = Date.UTC(2026, 2, 1, 12)
const DAY = 24 * 3600 * 1000

const momentOf = (random: Random): string => new Date(LATEST - Math.floor(random.next() * 365 * DAY)).toISOString()
const dayOf = (random: Random): string => momentOf(random).slice(0, 10)
const birthdayOf = (random: Random): string =>
  `${random.integer(1941, 2004)}-0${random.integer(1, 9)}-${random.integer(10, 28)}`
const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
const nameOf = (random: Random): string => `${random.pick(given)} ${random.pick(family)}`
const emailOf = (random: Random): string =>
  `${ascii(random.pick(given))}.${ascii(random.pick(family))}${random.digits(3)}@example.test`
const wordsOf = (random: Random, count: number): string => {
  const text = Array.from({ length: count }, () => random.pick(words)).join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const addressOf: Writer = (random) => `${random.integer(1, 980)} ${random.pick(streets)}`
const codeOf: Writer = (random) => `${wordsOf(random, 1).slice(0, 2).toUpperCase()}-${random.digits(5)}`
const linkOf: Writer = (random) => `https://${random.pick(words)}.example.test/${random.pick(words)}`
const phoneOf: Writer = (random) => `503555${String(random.integer(100, 199)).padStart(4, '0')}`
const dollarsOf: Writer = (random) => (random.integer(100, 999_999) / 100).toFixed(2)

/** Social security numbers from 900 on are never issued. */
const byClass: Readonly<Record<PiiClass, Writer>> = {
  name: nameOf,
  email: emailOf,
  phone: phoneOf,
  address: addressOf,
  accountNumber: (random) => `A${random.digits(7)}`,
  ssn: (random) => `9${random.digits(2)}-${random.digits(2)}-${random.digits(4)}`,
  dateOfBirth: birthdayOf,
  bankAccount: (random) => random.digits(12),
  otherFirmAccount: (random) => `TST-${random.digits(5)}`,
}

const byFormat: Readonly<Record<string, Writer>> = {
  date: dayOf,
  'date-time': momentOf,
  dateTime: momentOf,
  localDateTime: momentOf,
  epochSeconds: momentOf,
  epochMilliseconds: momentOf,
  cents: dollarsOf,
  thousandths: dollarsOf,
  time: (random) => `${momentOf(random).slice(11, 19)}Z`,
  email: emailOf,
  uri: linkOf,
  link: linkOf,
  uuid: (random) =>
    `${random.digits(8)}-${random.digits(4)}-4${random.digits(3)}-8${random.digits(3)}-${random.digits(12)}`,
  money: dollarsOf,
  decimal: dollarsOf,
  number: (random) => String(random.integer(1, 999)),
  country: () => 'USA',
  gender: (random) => random.pick(['M', 'F']),
  code: codeOf,
}

/** Words in a field's name that tell its contents, the most telling first. */
const byName: readonly (readonly [RegExp, Writer])[] = [
  [/e_?mail/i, emailOf],
  [/(first|given)_?name/i, (random) => random.pick(given)],
  [/(last|family)_?name|surname/i, (random) => random.pick(family)],
  [/phone|mobile/i, phoneOf],
  [/city|town/i, (random) => random.pick(towns)],
  [/zip|postal/i, (random) => random.digits(5)],
  [/street|address/i, addressOf],
  [/url|link|website/i, linkOf],
  [/_at$|At$|timestamp|_time$/, momentOf],
  [/date|_on$|^due|^born|birthday|^day$/i, dayOf],
  [/price|amount|total|balance|cost/i, dollarsOf],
  [/name|owner|author|person|user|customer|member/i, nameOf],
  [/code|number|_no$|sku|reference/i, codeOf],
  [/note|comment|description|summary|message|text/i, (random) => wordsOf(random, random.integer(4, 9))],
]

const writerFor = (name: string, { pii, format, display, coerce }: Exclude<FieldSchema, boolean>): Writer => {
  const inName = byName.find(([words]) => words.test(name))?.[1]
  if (pii !== undefined && pii !== 'none') return pii === 'name' && inName !== undefined ? inName : byClass[pii]
  const declared = [format, coerce, display].find((each) => each !== undefined && byFormat[each] !== undefined)
  return byFormat[declared ?? ''] ?? inName ?? ((random) => wordsOf(random, 2))
}

/**
 * A text for a field: by its pattern, its class of personal data, its format or its name, whichever says most. Throws
 * for a pattern that no text could be written for.
 */
export function generateText(name: string, schema: Exclude<FieldSchema, boolean>, random: Random): string {
  const { pattern, minLength = 0, maxLength = Infinity } = schema
  const text = writerFor(name, schema)(random)
  const fitting = (text.length < minLength ? text.padEnd(minLength, 'x') : text).slice(0, maxLength)
  if (pattern === undefined) return fitting
  const isMet = (each: string): boolean =>
    new RegExp(pattern, 'u').test(each) && each.length >= minLength && each.length <= maxLength
  const write = patternWriter(pattern)
  const found = isMet(fitting) ? fitting : Array.from({ length: 20 }, () => write(random)).find(isMet)
  if (found === undefined) throw new Error(`no text can be made up for ${name}, which has to match ${pattern}`)
  return found
}
