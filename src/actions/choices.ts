import type { ActionInput } from '../../language/action.ts'
import { valueAt } from '../../language/pointer.ts'

type Values = Readonly<Record<string, unknown>>

/** One thing that can be chosen. */
export interface Choice {
  readonly value: string
  readonly label: string
}

const textAt = (item: unknown, pointer: '/value' | '/label'): string => {
  const found = valueAt(item, pointer)
  return typeof found === 'string' || typeof found === 'number' ? String(found).trim() : ''
}

/** The choices that a field of the record lists, each value once. What has no value cannot be chosen and is left out. */
export function choicesIn(field: string, record: Values): readonly Choice[] {
  const listed = record[field]
  const items: readonly unknown[] = Array.isArray(listed) ? listed : []
  const choices = items
    .map((item) => ({ value: textAt(item, '/value'), label: textAt(item, '/label') || textAt(item, '/value') }))
    .filter(({ value }) => value !== '')
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()]
}

/** What an input can be chosen from; `undefined` where it is typed. */
export const choicesOf = ({ options }: Pick<ActionInput, 'options'>, record: Values): readonly Choice[] | undefined =>
  options === undefined ? undefined : choicesIn(options, record)

/** What is said where there is nothing to choose (`none` of the input, or words that fit any). */
export const noChoicesText = ({ label, none }: Pick<ActionInput, 'label' | 'none'>): string =>
  none ?? `${label}: there is nothing to choose.`

/** Whether a choice that must be made cannot be made. */
export const lacksChoice = (input: ActionInput, record: Values): boolean =>
  input.required !== undefined && choicesOf(input, record)?.length === 0
