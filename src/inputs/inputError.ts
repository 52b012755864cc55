import { place, places } from 'virtual:locale'
import { amountText, isAmount } from '../../language/amount.ts'
import { type Control, type Input, ssnError } from '../../language/input.ts'
import { isCalendarDay, parseInstant } from '../../language/parseInstant.ts'
import { inputKeywords, type FieldSchema, type InputKeyword, isScalar } from '../../language/schema.ts'
import type { SentValue } from './inputValue.ts'

const CLASS = /^\^\[([^\]\\^]+)\](?:[*+]|\{(\d+),(\d*)\})\$$/u
const TOKEN = /\[([^\]\\^]+)\]|\\([^A-Za-z])|([^\\()|.*+?{}[\]^$])/u
const TOKENS = new RegExp(`(?:${TOKEN.source})(\\?|\\{\\d+(?:,\\d+)?\\})?`, 'gu')

/** Samples that read as what they are: the first of each kind of character, in order. */
const kinds = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '1234567890']

/** The characters of a class in words: `A-Z0-9.` is 'A–Z, 0–9 and "."'. */
function classInWords(content: string): string {
  const parts = content.match(/.-.|./gsu) ?? []
  const words = parts.map((part) =>
    part.length === 3 ? `${part[0]}–${part[2]}` : part === ' ' ? 'spaces' : `"${part}"`,
  )
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

const amountOf = (least: string | undefined, most: string | undefined): string =>
  least === undefined ? 'only' : `${most === '' ? `at least ${least}` : `${least} to ${most}`} characters:`

function sampleOf(content: string, count: number): string | undefined {
  const isPart = new RegExp(`^[${content}]$`, 'u')
  const characters = kinds
    .map((kind) => Array.from(kind).filter((each) => isPart.test(each)))
    .find(({ length }) => length > 0)
  return characters && Array.from({ length: count }, (_, index) => characters[index % characters.length]).join('')
}

/** A text that matches a pattern of classes and characters one after the other. */
function exampleOf(pattern: string): string | undefined {
  const inner = pattern.slice(1, -1)
  const tokens = [...inner.matchAll(TOKENS)]
  if (!/^\^.+\$$/u.test(pattern) || tokens.map(([text]) => text).join('') !== inner) return undefined
  const parts = tokens.map(([, content, escaped, plain = '', times = '']) => {
    const count = Number(times.match(/\d+(?=\})/u)?.[0] ?? 1)
    return content === undefined ? (escaped ?? plain).repeat(count) : sampleOf(content, count)
  })
  const example = parts.join('')
  return new RegExp(pattern, 'u').test(example) ? example : undefined
}

/** What a text must be like to match the pattern of its schema; `undefined` for a pattern that is hard to say. */
export function patternSentence({ pattern = '', examples = [] }: Exclude<FieldSchema, boolean>): string | undefined {
  if (pattern === '\\S') return 'Enter more than spaces'
  const [, content, least, most] = CLASS.exec(pattern) ?? []
  if (content !== undefined) return `Use ${amountOf(least, most)} ${classInWords(content)}`
  const [example = exampleOf(pattern)] = examples.filter(isScalar)
  return example === undefined ? undefined : `Must look like ${example}`
}

type SchemaObject = Exclude<FieldSchema, boolean>
type Check = (schema: SchemaObject, value: SentValue, input: Input) => boolean

/** A value as text; empty for one that holds others. */
const textOf = (value: SentValue): string => (typeof value === 'object' ? '' : `${value}`)

/** Length in characters as JSON Schema counts it: a character outside the basic plane counts as one. */
const lengthOf = (value: SentValue): number => Array.from(textOf(value)).length

const sizeOf = (value: SentValue): number => (Array.isArray(value) ? value.length : 0)

const numberIn = (value: SentValue): number => (typeof value === 'number' ? value : Number.NaN)

const isOfType: Check = ({ type }, value) => {
  if (type === undefined) return true
  const actual = typeof value === 'object' ? 'array' : typeof value
  return [type].flat().some((each) => (each === 'integer' ? Number.isSafeInteger(value) : each === actual))
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isCalendarDay,
  'date-time': (text) => /[zZ]|[+-]\d\d:\d\d$/.test(text) && parseInstant(text) !== undefined,
  email: (text) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text),
  uri: (text) => URL.canParse(text),
}

const formatOf = ({ format }: SchemaObject, { control }: Input): string | undefined =>
  control === 'date' ? 'date' : control === 'dateTime' ? 'date-time' : format

/** Formats of texts that are not listed here are left to the check of the whole request. */
const isOfFormat: Check = (schema, value, input) =>
  input.control === 'money'
    ? isAmount(schema, textOf(value), places)
    : (formats[formatOf(schema, input) ?? '']?.(textOf(value)) ?? true)

const checks: Readonly<Record<InputKeyword, Check>> = {
  minLength: ({ minLength = 0 }, value) => lengthOf(value) >= minLength,
  maxLength: ({ maxLength = Infinity }, value) => lengthOf(value) <= maxLength,
  pattern: ({ pattern }, value) => pattern === undefined || new RegExp(pattern, 'u').test(textOf(value)),
  format: isOfFormat,
  type: isOfType,
  minimum: ({ minimum = -Infinity }, value) => !(numberIn(value) < minimum),
  maximum: ({ maximum = Infinity }, value) => !(numberIn(value) > maximum),
  minItems: ({ minItems = 0 }, value) => sizeOf(value) >= minItems,
  maxItems: ({ maxItems = Infinity }, value) => sizeOf(value) <= maxItems,
  enum: ({ enum: values }, value) => !Array.isArray(values) || values.includes(value),
  const: ({ const: only }, value) => only === undefined || only === value,
}

export const REFUSED = 'This value is not allowed'

const formatText = (format: string | undefined): string =>
  format === 'email'
    ? 'Enter an e-mail address'
    : format === 'uri'
      ? 'Enter an address such as https://example.com'
      : REFUSED

const controlTexts = (): Readonly<Record<Control, string | undefined>> => ({
  lines: undefined,
  number: undefined,
  money: amountText(places),
  date: 'Enter a day of the calendar',
  dateTime: `Enter a day and a time that exists in ${place}`,
  checkbox: 'Tick this to go on',
  radio: undefined,
  select: undefined,
  autocomplete: undefined,
  checkboxes: undefined,
  group: undefined,
  rows: undefined,
  masked: undefined,
})

/** The message for a keyword if the input has none of its own. */
function plainSentence(keyword: InputKeyword, { control }: Input, schema: SchemaObject): string {
  switch (keyword) {
    case 'minLength':
      return `Must be at least ${schema.minLength} characters`
    case 'maxLength':
      return `Must be at most ${schema.maxLength} characters`
    case 'minimum':
      return `Must be ${schema.minimum} or more`
    case 'maximum':
      return `Must be ${schema.maximum} or less`
    case 'minItems':
      return control === 'rows' ? `Add at least ${schema.minItems}` : `At least ${schema.minItems} must be chosen.`
    case 'maxItems':
      return control === 'rows'
        ? `At most ${schema.maxItems} can be sent: remove some`
        : `At most ${schema.maxItems} can be chosen.`
    case 'type':
      if (control === 'number')
        return [schema.type].flat().includes('integer') ? 'Enter a whole number' : 'Enter a number'
      return controlTexts()[control ?? 'lines'] ?? REFUSED
    case 'pattern':
      return patternSentence(schema) ?? REFUSED
    case 'enum':
      return REFUSED
    case 'format':
    case 'const':
      return controlTexts()[control ?? 'lines'] ?? formatText(schema.format)
  }
}

/** The message about a value that the input does not take: that of the first failing keyword, or about its content. */
export function refusalOf(input: Input, value: SentValue): string | undefined {
  const { schema } = input
  if (typeof schema === 'boolean') return schema ? undefined : REFUSED
  const broken = inputKeywords.find((keyword) => !checks[keyword](schema, value, input))
  return broken === undefined
    ? ssnError(schema, value)
    : (schema.message?.[broken] ?? plainSentence(broken, input, schema))
}
