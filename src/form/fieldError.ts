import type { JSONSchema } from 'json-schema-to-ts'
import type { FormField, FormKeyword, FormLayout } from '../../language/form.ts'
import type { Scalar } from '../../language/schema.ts'
import { sentValue } from './formValues.ts'
import type { FormTexts } from './formValues.ts'

/** Error messages by field name, in field order. */
export type FormErrors = Readonly<Record<string, string>>

type SchemaObject = Exclude<JSONSchema, boolean>

/** Length in characters as JSON Schema counts it: a character outside the basic plane counts as one. */
const lengthOf = (value: Scalar): number => Array.from(String(value)).length

const isOfType = ({ type }: SchemaObject, value: Scalar): boolean => {
  if (type === undefined) return true
  const actual = typeof value
  return [type].flat().some((each) => (each === 'integer' ? Number.isInteger(value) : each === actual))
}

/** The check for each keyword, in the order of evaluation. */
const keywords: readonly (readonly [FormKeyword, (schema: SchemaObject, value: Scalar) => boolean])[] = [
  ['minLength', ({ minLength = 0 }, value) => lengthOf(value) >= minLength],
  ['maxLength', ({ maxLength = Infinity }, value) => lengthOf(value) <= maxLength],
  ['pattern', ({ pattern }, value) => pattern === undefined || new RegExp(pattern, 'u').test(String(value))],
  ['enum', ({ enum: values }, value) => !Array.isArray(values) || values.includes(value)],
  ['type', isOfType],
]

/** The message for a keyword if the form has none of its own. */
const plainSentence = (keyword: FormKeyword, { minLength, maxLength }: SchemaObject): string => {
  if (keyword === 'minLength') return `Must be at least ${minLength} characters`
  if (keyword === 'maxLength') return `Must be at most ${maxLength} characters`
  return 'This value is not allowed'
}

function refusalOf({ schema, messages }: FormField, value: Scalar): string | undefined {
  if (typeof schema === 'boolean') return schema ? undefined : 'This value is not allowed'
  const broken = keywords.find(([, isMet]) => !isMet(schema, value))?.[0]
  return broken === undefined ? undefined : (messages?.[broken] ?? plainSentence(broken, schema))
}

/** Compares two values, ignoring case and surrounding spaces. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * The error of one field: missing, refused by the schema (the first failing keyword of minLength, maxLength, pattern,
 * enum, type), or the same as another field. `undefined` if the field is valid.
 */
function fieldError(field: FormField, text: string, texts: FormTexts): string | undefined {
  const value = sentValue(field, text)
  if (value === undefined) return field.required
  const refusal = refusalOf(field, value)
  if (refusal !== undefined) return refusal
  const { differsFrom } = field
  return differsFrom !== undefined && isSame(text, texts[differsFrom.field] ?? '') ? differsFrom.text : undefined
}

/** True while the field that unlocks the others is not valid. */
export const isLocked = ({ fields, unlockedBy }: FormLayout, texts: FormTexts): boolean => {
  const key = unlockedBy === undefined ? undefined : fields[unlockedBy]
  return key !== undefined && fieldError(key, texts[unlockedBy ?? ''] ?? '', texts) !== undefined
}

/** The errors of a form. While the other fields are locked, only the field that unlocks them can have one. */
export function formErrors(form: FormLayout, texts: FormTexts): FormErrors {
  const locked = isLocked(form, texts)
  return Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, field]) => {
      if (locked && name !== form.unlockedBy) return []
      const error = fieldError(field, texts[name] ?? '', texts)
      return error === undefined ? [] : [[name, error]]
    }),
  )
}
