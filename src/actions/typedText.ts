import type { ActionInput } from '../../language/action.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import type { InputValues } from './inputValues.ts'

type Values = Readonly<Record<string, unknown>>

/** What an input makes of what is typed into it: capitals where it asks for them (D-155). */
export const typedAs = ({ as }: Pick<ActionInput, 'as'>, text: string): string =>
  as === 'upperCase' ? text.toUpperCase() : text

/** What is sent of typed text: trimmed first, then in capitals. */
export const sentText = (input: Pick<ActionInput, 'as'>, text: string): string => typedAs(input, text.trim())

/** What is pointed out about typed text without being in its way; nothing about an empty one. */
export function warningOf(input: Pick<ActionInput, 'as' | 'warn'>, text: string): string | undefined {
  const sent = sentText(input, text)
  if (input.warn === undefined || sent === '') return undefined
  return new RegExp(input.warn.unless, 'u').test(sent) ? undefined : input.warn.text
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** What the fields of an action hold at first: what the record says, where an input asks for that. */
export const initialTyped = ({ input }: ResolvedAction, record: Values): InputValues =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, asked]) =>
      asked.initial === undefined ? [] : [[name, typedAs(asked, textOf(record[asked.initial]))]],
    ),
  )

/**
 * Whether everything that would be sent is what the record says already. Only where all inputs start from the record:
 * an action that asks for more than that is about more than a change of it.
 */
export function isUnchanged({ input }: ResolvedAction, record: Values, values: InputValues): boolean {
  const asked = Object.entries(input)
  return (
    asked.length > 0 &&
    asked.every(([name, { initial }]) => initial !== undefined && (values[name] ?? '') === textOf(record[initial]))
  )
}
