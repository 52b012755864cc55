import { itemsOf, objectOf, typeOf, type Input } from '../../language/input.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import { isScalar, type FieldSchema, type Scalar } from '../../language/schema.ts'
import { wordsFor } from '../format/formatValue.ts'
import { newYorkClock } from '../format/newYorkClock.ts'

/** The typed or chosen value of one field. */
export type InputValue = string | readonly string[]

/** The typed, chosen or ticked values of a dialog or a form, by field name. */
export type InputValues = Readonly<Record<string, InputValue>>

/** A value as it is sent. */
export type SentValue = Scalar | readonly Scalar[]

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
  value === undefined || typeof value === 'string' ? [] : value

/** The text as its input coerces it: in capitals if the input asks for that (D-155). */
export const typedAs = ({ coerce: as }: Pick<Input, 'coerce'>, text: string): string =>
  as === 'upperCase' ? text.toUpperCase() : text

const isDecimal = (text: string): boolean => /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)

const withoutGroups = (text: string): string =>
  /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text

/** The amount as a decimal: without its currency sign and its thousands separators. */
function amountOf(text: string): string {
  const plain = withoutGroups(text.replace(/^(-?)\s*\$\s*/, '$1'))
  if (!isDecimal(plain)) return text
  const [whole = '', cents = ''] = plain.replace('+', '').split('.')
  return cents === '' ? whole : `${whole.replace(/^(-?)$/, '$10')}.${cents}`
}

/** The instant of a local time in New York; `undefined` when its clocks skip that time. */
function instantIn(local: string): Date | undefined {
  const wanted = parseInstant(local)
  if (wanted === undefined) return undefined
  const shift = (instant: Date): number => newYorkClock(instant).getTime() - instant.getTime()
  const near = new Date(wanted.getTime() - shift(wanted))
  const found = new Date(wanted.getTime() - shift(near))
  return newYorkClock(found).getTime() === wanted.getTime() ? found : undefined
}

/** The value of a typed text. A text that is no such value stays as it is, so that its error can be shown. */
function valueOf(input: Input, text: string): SentValue | undefined {
  if (text === '') return undefined
  const isNumber = ['number', 'integer'].includes(typeOf(input.schema) ?? '')
  const written = input.control === 'money' ? amountOf(text) : text
  if (input.control === 'dateTime') return instantIn(text)?.toISOString() ?? text
  return isNumber && isDecimal(written) ? Number(written) : written
}

/**
 * The value to send for one field, with the type of its schema; `undefined` if it is empty. Typed text is trimmed and
 * coerced. Values that are not among the choices are left out; several values keep the order of the choices. A checkbox
 * always has a value.
 */
export function sentValue(input: Input, typed: InputValue | undefined, choices: Choices = []): SentValue | undefined {
  const { control } = input
  if (control === 'checkbox') return typed === 'true'
  if (control === 'radio' || control === 'select' || control === 'autocomplete')
    return choices.find(({ value }) => String(value) === typed)?.value
  if (control !== 'checkboxes') return valueOf(input, typedAs(input, textIn(typed).trim()))
  const chosen = choices.filter(({ value }) => textsIn(typed).includes(String(value)))
  return chosen.length === 0 ? undefined : chosen.map(({ value }) => value)
}

/** What a field shows for a value of a record. */
export function typedValue({ control }: Pick<Input, 'control'>, value: unknown): InputValue {
  if (Array.isArray(value)) return value.filter(isScalar).map(String)
  if (control === 'checkbox') return String(value === true)
  if (!isScalar(value)) return ''
  const instant = control === 'dateTime' ? parseInstant(value) : undefined
  return instant === undefined ? String(value) : newYorkClock(instant).toISOString().slice(0, 16)
}
