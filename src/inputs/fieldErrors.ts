import { allowsNull, type Input } from '../../language/input.ts'
import { isEqual, isValues } from '../../language/pointer.ts'
import { REFUSED, refusalOf } from './inputError.ts'
import {
  emptyValue,
  groupIn,
  rowsIn,
  sentValue,
  shownMembers,
  typedValue,
  type Choices,
  type InputValue,
} from './inputValue.ts'

/** Error messages by field name, in field order. A field inside another has its path: `lines/1/amount`. */
export type FieldErrors = Readonly<Record<string, string>>

type Errors = readonly (readonly [path: string, error: string])[]

const EMPTY_ROW = 'Fill this in, or remove it'

/** A value of the record that an Edit form starts with. What has not changed is not sent, and has no errors. */
type Seen = { readonly value: unknown } | undefined

const seenIn = (seen: Seen, name: string): Seen =>
  seen && { value: isValues(seen.value) ? seen.value[name] : undefined }

function groupErrors(input: Input, typed: InputValue | undefined, path: string, seen: Seen): Errors {
  const isEmpty = sentValue(input, typed) === undefined
  if (isEmpty && (seen === undefined ? input.required === undefined : allowsNull(input.schema))) return []
  const group = groupIn(typed)
  const inner = Object.entries(shownMembers(input, group)).flatMap(([name, member]) => {
    // What only now is shown has not been seen.
    const isLacking = member.when !== undefined && sentValue(member, group[name], member.choices) === undefined
    return errorsOf(member, group[name], `${path}/${name}`, { seen: isLacking ? undefined : seenIn(seen, name) })
  })
  return isEmpty && inner.length === 0 && input.required !== undefined ? [[path, input.required]] : inner
}

function rowErrors(input: Input, typed: InputValue | undefined, path: string, seen: Seen): Errors {
  const { row, required } = input
  const value = sentValue(input, typed)
  if (row === undefined || (value === undefined && required !== undefined)) return [[path, required ?? REFUSED]]
  // A list without rows is sent only where it was another one before.
  const refusal = value === undefined && seen === undefined ? undefined : refusalOf(input, value ?? [])
  const needed = { ...row, required: row.required ?? EMPTY_ROW }
  return [
    ...(refusal === undefined ? [] : [[path, refusal] as const]),
    ...rowsIn(typed).flatMap((each, index) => errorsOf(needed, each, `${path}/${index}`)),
  ]
}

/** What the errors of an input depend on: the record's value, and what a record lists to choose from. */
interface Known {
  readonly seen?: Seen
  readonly choices?: Choices | undefined
}

export function errorsOf(input: Input, typed: InputValue | undefined, path: string, known: Known = {}): Errors {
  const { seen, choices = input.choices } = known
  if (input.control === 'masked') return []
  if (seen !== undefined && isEqual(typed ?? emptyValue(input), typedValue(input, seen.value))) return []
  if (input.control === 'group') return groupErrors(input, typed, path, seen)
  if (input.control === 'rows') return rowErrors(input, typed, path, seen)
  const value = sentValue(input, typed, choices)
  const error = value === undefined ? input.required : refusalOf(input, value)
  return error === undefined ? [] : [[path, error]]
}

export const errorsAt = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([own]) => own === path || own.startsWith(`${path}/`)))

export const inputAt = (inputs: Readonly<Record<string, Input>>, path: string): Input | undefined => {
  const [name = '', ...steps] = path.split('/')
  return steps.reduce<Input | undefined>((input, step) => input?.members?.[step] ?? input?.row, inputs[name])
}

/** The name of the choices next to a text that has ready-made ones. */
export const presetName = (name: string): string => `${name}:preset`

/** Focuses the field at a path, or the first one inside it. Where ready-made texts can be chosen instead, those. */
export function focusField(root: ParentNode | null, path: string): void {
  const fields = [...(root?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  const nameOf = (field: HTMLElement): string => field.getAttribute('name') ?? ''
  const found =
    fields.find((field) => nameOf(field) === path) ?? fields.find((field) => nameOf(field).startsWith(`${path}/`))
  const readyMade = found instanceof HTMLTextAreaElement && found.value === '' ? presetName(path) : undefined
  const chosen = fields.find((field) => nameOf(field) === readyMade) ?? found
  // Screen readers say what is wrong with a field when it gets the focus, not while it has it.
  if (chosen === document.activeElement) chosen?.blur()
  chosen?.focus()
}

/** The names of the fields whose value the browser cannot read yet, such as half a date. Their value is empty. */
export const unfinishedIn = (root: ParentNode | null): readonly string[] =>
  [...(root?.querySelectorAll<HTMLInputElement>('input[type^=date]') ?? [])]
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => name)

/** The message about such a field. */
export const unfinishedText = ({ label }: Pick<Input, 'label'>): string => `${label} is not complete`
