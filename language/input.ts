import { ssnsIn } from './pii.ts'
import type { Predicate } from './predicate.ts'
import { isScalar, type FieldSchema, type Scalar, itemSchema } from './schema.ts'

/** How a value is typed that is not one line of text: in several lines, or as a number, an amount, a day or a moment. */
export type TextControl = 'lines' | 'number' | 'money' | 'date' | 'dateTime'

/**
 * How a value is typed or chosen when one line of text is not enough: as one of those texts, by a checkbox, radio buttons,
 * a list to choose one from, a long list that is searched by typing, checkboxes for any number of values, several inputs
 * for the members of an object, or rows for the items of a list. A masked value is shown and never sent.
 */
export type Control =
  | TextControl
  | 'checkbox'
  | 'radio'
  | 'select'
  | 'autocomplete'
  | 'checkboxes'
  | 'group'
  | 'rows'
  | 'masked'

/** One value that the person fills in, in an action's dialog or in a form. */
export interface Input {
  /** The accepted values. What is sent has its type. */
  readonly schema: FieldSchema
  readonly label: string
  /** One line of text without it. */
  readonly control?: Control
  /** Shown when the value is missing. Without it the value is optional and is not sent when empty. */
  readonly required?: string
  /** The values of other inputs for which it is shown. While it is hidden it is neither required nor sent. */
  readonly when?: Predicate
  /** An example of a valid value, below the field: 'for example 8NA16576'. */
  readonly hint?: string
  readonly placeholder?: string
  /** The values to choose from. Those without a label are written in the format of the schema. */
  readonly choices?: readonly { readonly value: Scalar; readonly label?: string }[]
  /** Suggestions while typing. Other values are accepted too. */
  readonly suggestions?: readonly string[]
  /** How a typed text is sent: in capitals (D-155), or by a coercion of the console. */
  readonly coerce?: string
  /** The console's own input component, by its registered name. */
  readonly widget?: string
  /** The value is the id of a record of this resource, which is found by its name. */
  readonly reference?: string
  /** Control `group`: the inputs of the object's members, by their names. */
  readonly members?: Readonly<Record<string, Input>>
  /** Control `rows`: the input of each item. */
  readonly row?: Input
}

export interface Step {
  readonly title: string
  readonly fields: readonly string[]
}

export type StepTitles<Name extends string = string> = Readonly<Record<string, readonly Name[]>>

export const stepsIn = (titles: StepTitles | undefined): readonly Step[] | undefined =>
  titles && Object.entries(titles).map(([title, fields]) => ({ title, fields }))

export type SchemaObject = Exclude<FieldSchema, boolean>

/** A schema's keywords; none for a schema that is only yes or no. */
export const objectOf = (schema: FieldSchema): SchemaObject => (typeof schema === 'object' ? schema : {})

export const itemsOf = (schema: SchemaObject): SchemaObject => objectOf(itemSchema(schema) ?? {})

/** The one type of a schema's values, apart from null. */
export function typeOf(schema: FieldSchema): string | undefined {
  const types = [objectOf(schema).type ?? []].flat().filter((type) => type !== 'null')
  return types.length === 1 ? types[0] : undefined
}

/** True for a schema whose value may be cleared. */
export const allowsNull = (schema: FieldSchema): boolean => [objectOf(schema).type ?? []].flat().includes('null')

/** A text with at least this many characters has several lines. */
const LONG = 1000

/** The message about a social security number where it would be recorded. */
export const SSN_TYPED = 'This looks like a social security number. Remove it, or write only its last four digits.'

/**
 * The message about a social security number in free text, which is recorded; `undefined` where there is none. In one
 * line of text nine digits alone may be any number. Text that is declared as personal, or as none, has its own rules.
 */
export function ssnError(schema: FieldSchema, value: unknown): string | undefined {
  const { enum: listed, pii, maxLength = LONG } = objectOf(schema)
  if (typeof value !== 'string' || typeOf(schema) !== 'string' || Array.isArray(listed) || pii !== undefined)
    return undefined
  const found = ssnsIn(value)
  return found.some((ssn) => maxLength >= LONG || /\D/.test(ssn)) ? SSN_TYPED : undefined
}

/** More values than this are searched by typing. */
const FEW = 12

/** True when a schema describes a calendar day. */
export const isDay = (schema: FieldSchema): boolean => objectOf(schema).format === 'date'

/** True when a schema describes a moment: texts of its format, or times since 1970 that are no day. */
export function isMoment(schema: FieldSchema): boolean {
  const { format, coerce } = objectOf(schema)
  if (coerce === 'epochSeconds' || coerce === 'epochMilliseconds') return format !== 'date'
  return format === 'date-time'
}

function textControl(schema: SchemaObject): Control | 'text' {
  const { display, coerce, maxLength = 0 } = schema
  if (isDay(schema)) return 'date'
  if (isMoment(schema)) return 'dateTime'
  if (display === 'money' || coerce === 'cents' || coerce === 'thousandths') return 'money'
  return maxLength >= LONG ? 'lines' : 'text'
}

export const isFillable = (member: FieldSchema): boolean =>
  objectOf(member).readOnly !== true && controlOf(member) !== undefined

/** Rows have no lists in lists. */
function listControl(items: SchemaObject): Control | undefined {
  if (items.enum !== undefined) return 'checkboxes'
  return typeOf(items) === 'array' || controlOf(items) === undefined ? undefined : 'rows'
}

/** The control for the values of a schema; `undefined` when none of them can be filled in. */
export function controlOf(schema: FieldSchema): Control | 'text' | undefined {
  const { enum: listed, labels, display } = objectOf(schema)
  const type = typeOf(schema)
  if (type === 'array') return listControl(itemsOf(objectOf(schema)))
  if (type === 'object') return Object.values(objectOf(schema).properties ?? {}).some(isFillable) ? 'group' : undefined
  if (type === 'boolean') return labels === undefined ? 'checkbox' : 'radio'
  if (Array.isArray(listed)) return listed.length > FEW ? 'autocomplete' : 'select'
  if (type === 'number' || type === 'integer') return display === 'money' ? 'money' : 'number'
  return type === 'string' ? textControl(objectOf(schema)) : undefined
}

export function choicesOf(schema: FieldSchema): Input['choices'] {
  const own = objectOf(schema)
  const control = controlOf(schema)
  const listing = control === 'checkboxes' ? itemsOf(own) : own
  const listed: unknown = control === 'radio' ? [true, false] : listing.enum
  if (control === 'checkbox' || !Array.isArray(listed)) return undefined
  const labels = own.labels ?? listing.labels
  return listed.filter(isScalar).map((value) => {
    const label = labels?.[String(value)]
    return label === undefined ? { value } : { value, label }
  })
}

/** The schema of an input or a filter with the words that the record's field has for the same values. */
export function inWordsOf(schema: FieldSchema, property: FieldSchema | undefined): FieldSchema {
  const [own, field] = [objectOf(schema), objectOf(property ?? {})]
  const lists = (own.enum ?? itemsOf(own).enum) !== undefined
  if (!lists || (own.labels ?? own.display ?? itemsOf(own).labels) !== undefined) return schema
  const { labels = itemsOf(field).labels, display } = field
  return { ...own, ...(labels && { labels }), ...(display !== undefined && { display }) }
}
