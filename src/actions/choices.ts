import type { ActionInput } from '../../language/action.ts'
import { choicesIn, type Choice } from '../../language/choices.ts'

type Values = Readonly<Record<string, unknown>>

/** What an input can be chosen from; `undefined` where it is typed. */
export const choicesOf = ({ options }: Pick<ActionInput, 'options'>, record: Values): readonly Choice[] | undefined =>
  options === undefined ? undefined : choicesIn(options, record)

/** What is said where there is nothing to choose (`none` of the input, or words that fit any). */
export const noChoicesText = ({ label, none }: Pick<ActionInput, 'label' | 'none'>): string =>
  none ?? `${label}: there is nothing to choose.`

/** Whether a choice that must be made cannot be made. */
export const lacksChoice = (input: ActionInput, record: Values): boolean =>
  input.required !== undefined && choicesOf(input, record)?.length === 0
