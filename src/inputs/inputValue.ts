import { sign as currencySign } from 'virtual:locale'
import { itemsOf, objectOf, typeOf, type Input, type TextControl } from '../../language/input.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import { isMasked } from '../../language/pii.ts'
import { isValues } from '../../language/pointer.ts'
import { shownInputs } from '../../language/shownInputs.ts'
import { isScalar, type FieldSchema, type Scalar } from '../../language/schema.ts'
import { plainText } from '../../language/plainText.ts'
import { wordsFor } from '../format/formatValue.ts'
import { zoneClock } from '../format/zoneClock.ts'
import { consoleCoercion } from '../format/consoleCoercions.ts'

/** The typed or chosen value of one field: a text, several choices, the values of a group, or those of rows. */
export type InputValue = string | readonly InputValue[] | InputValues

/** The typed, chosen or ticked values of a dialog, a form or a group, by field name. */
export interface InputValues {
  readonly [name: string]: InputValue
}

/** A value as it is sent. A form sends null for a value that is cleared. */
export type SentValue = Scalar | readonly SentValue[] | { readonly [name: string]: SentValue | null }

/** The values to choose from. Those that a record lists are known only when the field is drawn. */
export type Choices = NonNullable<Input['choices']>

/** The words of a choice: its own, or those that the field has for the value. */
export function choiceText(schema: FieldSchema | undefined, { value, label }: Choices[number]): string {
  const own = objectOf(schema ?? {})
  return label ?? wordsFor({ ...itemsOf(own), ...own }, value)
}

/** The value as one text, for a typed field or a single choice. Empty for a list. */
export const textIn = (value: InputValue | undefined): string => (typeof value === 'string' ? value : '')

/** The value as a list, for a field with several choices. Empty for a text. */
export const textsIn = (value: InputValue | undefined): readonly string[] =>
  rowsIn(value).filter((each) => typeof each === 'string')

export const groupIn = (value: InputValue | undefined): InputValues =>
  typeof value === 'object' && !isRows(value) ? value : {}

export const rowsIn = (value: InputValue | undefined): readonly InputValue[] =>
  typeof value === 'object' && isRows(value) ? value : []

const isRows = (value: readonly InputValue[] | InputValues): value is readonly InputValue[] => Array.isArray(value)

/** The value of a field before anything is typed. A list starts with the rows that it must have. */
export function emptyValue({ control, schema, row }: Pick<Input, 'control' | 'schema' | 'row'>): InputValue {
  if (control === 'checkboxes') return []
  if (control === 'group') return {}
  if (row === undefined) return ''
  return Array.from({ length: objectOf(schema).minItems ?? 0 }, () => emptyValue(row))
}

const DIGITS_ONLY = /^\^\[0-9\]\{\d+\}\$$/

/** A number of digits as people write it: with blanks, dashes, dots, slashes or brackets in it. */
const SEPARATORS = /[\s().\-\u2010-\u2015/\u200B\u202A-\u202E\u2066-\u2069]/g

/**
 * The text by the console's own coercion, and the digits alone where the schema wants a fixed number of them. A text that
 * does not become what the schema takes stays as it is, so nothing typed is lost.
 */
function fitted({ pattern = '' }: Exclude<FieldSchema, boolean>, text: string, own?: (text: string) => string): string {
  const isOfDigits = DIGITS_ONLY.test(pattern)
  if (own === undefined && !isOfDigits) return text
  const coerced = own?.(text) ?? text
  const tried = isOfDigits ? coerced.replaceAll(SEPARATORS, '') : coerced
  return new RegExp(pattern, 'u').test(tried) ? tried : text
}

/**
 * The text as its input sends it: in capitals if the input asks for that (D-155), else by the console's own coercion and
 * without separators of digits.
 */
export const typedAs = ({ coerce: as, schema }: Partial<Pick<Input, 'coerce' | 'schema'>>, text: string): string =>
  as === 'upperCase'
    ? text.toUpperCase()
    : fitted(objectOf(schema ?? {}), text, as === undefined ? undefined : consoleCoercion(as))

/** Joiners belong into some words, and only at their ends does no one type them. */
const JOINERS = /^[\u200C\u200D]+|[\u200C\u200D]+$/g

/** The text as it reads, in its usual width; a tab or line end that was pasted into one line is a blank. */
export const trimmed = ({ control }: Pick<Input, 'control'>, text: string): string =>
  plainText(control === 'lines' ? text : text.replaceAll(JOINERS, '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '))

const isDecimal = (text: string): boolean => /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)

/** A number without the commas between its thousands. Any other text stays. */
export const withoutGroups = (text: string): string =>
  /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text

/** The amount as a decimal: without its currency sign and its thousands separators. */
function amountOf(text: string): string {
  const [, minus = '', amount = ''] = /^(-?)\s*(.*)$/s.exec(text) ?? []
  const sign = currencySign.trim()
  const plain = withoutGroups(amount.startsWith(sign) ? minus + amount.slice(sign.length).trimStart() : text)
  if (!isDecimal(plain)) return text
  const [whole = '', cents = ''] = plain.replace('+', '').split('.')
  return cents === '' ? whole : `${whole.replace(/^(-?)$/, '$10')}.${cents}`
}

/** The instant of a local time by the console's clocks; `undefined` when they skip that time. */
function instantIn(local: string): Date | undefined {
  const wanted = parseInstant(local)
  if (wanted === undefined) return undefined
  const shift = (instant: Date): number => zoneClock(instant).getTime() - instant.getTime()
  const near = new Date(wanted.getTime() - shift(wanted))
  const found = new Date(wanted.getTime() - shift(near))
  return zoneClock(found).getTime() === wanted.getTime() ? found : undefined
}

type ReadText = (text: string) => string

/** How the texts are read that people write in another way than they are sent. */
export const textReaders: Readonly<Partial<Record<string, ReadText>>> = {
  lines: undefined,
  number: undefined,
  money: amountOf,
  date: undefined,
  dateTime: (text) => instantIn(text)?.toISOString() ?? text,
} satisfies Record<TextControl, ReadText | undefined>

/** The value of a typed text. A text that is no such value stays as it is, so that its error can be shown. */
function valueOf({ schema }: Input, control: TextControl | undefined, text: string): SentValue | undefined {
  if (text === '') return undefined
  const isNumber = ['number', 'integer'].includes(typeOf(schema) ?? '')
  const written = textReaders[control ?? '']?.(text) ?? text
  return isNumber && isDecimal(written) ? Number(written) : written
}

type Members = NonNullable<Input['members']>

const memberValue = (member: Input, typed: InputValue | undefined) => sentValue(member, typed, member.choices)

export const shownMembers = ({ members = {} }: Pick<Input, 'members'>, typed: InputValues): Members =>
  shownInputs(
    members,
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, memberValue(member, typed[name])])),
  )

/**
 * The object of a group: its shown members that have a value. A group is empty while nothing is typed, chosen or ticked in
 * it.
 */
function groupValue(input: Input, typed: InputValues): SentValue | undefined {
  const { required } = input
  const sent = Object.entries(shownMembers(input, typed)).flatMap(([name, member]) => {
    const value = memberValue(member, typed[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  const isEmpty = sent.every(([, value]) => value === false && required === undefined)
  return isEmpty ? undefined : Object.fromEntries(sent)
}

/** The list of rows. A row without a value keeps its place, so that its error can be shown. */
function rowValues({ row }: Input, typed: readonly InputValue[]): SentValue | undefined {
  if (row === undefined || typed.length === 0) return undefined
  return typed.map((each) => sentValue(row, each, row.choices) ?? (row.control === 'group' ? {} : ''))
}

/**
 * The value to send for one field, with the type of its schema; `undefined` if it is empty. Typed text is trimmed and
 * coerced. Values that are not among the choices are left out; several values keep the order of the choices. A checkbox
 * always has a value.
 */
export function sentValue(input: Input, typed: InputValue | undefined, choices: Choices = []): SentValue | undefined {
  const { control } = input
  if (control === 'masked') return undefined
  if (control === 'group') return groupValue(input, groupIn(typed))
  if (control === 'rows') return rowValues(input, rowsIn(typed))
  if (control === 'checkbox') return typed === 'true'
  if (control === 'radio' || control === 'select' || control === 'autocomplete')
    return choices.find(({ value }) => String(value) === typed)?.value
  if (control !== 'checkboxes') return valueOf(input, control, typedAs(input, trimmed(input, textIn(typed))))
  const chosen = choices.filter(({ value }) => textsIn(typed).includes(String(value)))
  return chosen.length === 0 ? undefined : chosen.map(({ value }) => value)
}

/** What a group shows for an object. Masked values are not typed, so their fields start empty. */
const typedGroup = (members: Readonly<Record<string, Input>>, value: unknown): InputValues =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const isHidden = member.control !== 'masked' && isMasked(objectOf(member.schema).pii)
      const own: unknown = isValues(value) && !isHidden ? value[name] : undefined
      return [name, typedValue(member, own)]
    }),
  )

/** What a field shows for a value of a record. */
export function typedValue(input: Omit<Input, 'label'>, value: unknown): InputValue {
  const { control, members, row } = input
  if (members !== undefined) return typedGroup(members, value)
  if (row !== undefined) return Array.isArray(value) ? value.map((each) => typedValue(row, each)) : emptyValue(input)
  if (Array.isArray(value)) return value.filter(isScalar).map(String)
  if (control === 'checkbox') return String(value === true)
  if (!isScalar(value)) return ''
  const instant = control === 'dateTime' ? parseInstant(value) : undefined
  return instant === undefined ? String(value) : zoneClock(instant).toISOString().slice(0, 16)
}
