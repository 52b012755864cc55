import type { Confirmation } from '../../language/action.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import type { FieldErrors } from '../inputs/fieldErrors.ts'
import { textIn, type InputValues } from '../inputs/inputValue.ts'
import { typedText } from '../../language/recordVersion.ts'
import { ACKNOWLEDGING, acknowledgementOf, lacksChoice, inputErrors, inputValues, isUnchanged } from './inputs.ts'
import type { OpenQuestion } from './useQuestion.ts'

/** Name of the dialog field for the text that must be typed to confirm. */
export const CONFIRMING = ':confirm'

/** The action's confirmation. Its title falls back to the action's label. */
export const confirmationOf = ({ confirm, label }: ResolvedAction): Confirmation => confirm ?? { title: label }

/** The text that must be typed before the button works, or `undefined` if none is required. */
const askedText = ({ action, intent }: OpenQuestion): string | undefined => typedText(action, intent.record ?? {})

export const confirmationIn = (question: OpenQuestion, typed: InputValues): string | undefined =>
  askedText(question) === undefined ? undefined : textIn(typed[CONFIRMING])

/** True if the required text has been typed, ignoring case (U9). */
function isConfirmed(question: OpenQuestion, typed: InputValues): boolean {
  const asked = askedText(question)
  return asked === undefined || textIn(typed[CONFIRMING]).trim().toLowerCase() === asked.toLowerCase()
}

/** The typed values without the confirmation text and the ticks, which confirm one question and no later one. */
export const withoutAnswers = (typed: InputValues): InputValues =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => name !== CONFIRMING && name !== ACKNOWLEDGING))

const UNCHANGED = 'Nothing has changed.'

/** True if the typed values equal the record's and no file is chosen, so there is nothing to send. */
export const hasNothingToSend = ({ action, intent }: OpenQuestion, typed: InputValues): boolean => {
  const { record = {}, files = [] } = intent
  return files.length === 0 && isUnchanged(action, record, inputValues(action, record, typed))
}

/**
 * True if the confirm button works: the required text is typed, the values differ from the record if the action edits
 * it, each match is acknowledged, and no required choice is without options.
 */
export function isReady(question: OpenQuestion, typed: InputValues): boolean {
  const { action, intent } = question
  const record = intent.record ?? {}
  return (
    isConfirmed(question, typed) &&
    !hasNothingToSend(question, typed) &&
    acknowledgementOf(action, record, typed).isComplete &&
    !Object.values(action.input).some((input) => lacksChoice(input, record))
  )
}

/** An error on every field if nothing has changed. */
const unchangedErrors = (question: OpenQuestion, typed: InputValues): FieldErrors =>
  hasNothingToSend(question, typed)
    ? Object.fromEntries(Object.keys(question.action.input).map((name) => [name, UNCHANGED]))
    : {}

/** The errors of the dialog's fields, in field order. */
export function questionErrors(question: OpenQuestion, typed: InputValues): FieldErrors {
  const { action, intent } = question
  const record = intent.record ?? {}
  return {
    ...(acknowledgementOf(action, record, typed).isComplete
      ? {}
      : { [ACKNOWLEDGING]: 'Please acknowledge each match!' }),
    ...unchangedErrors(question, typed),
    ...inputErrors(action, record, typed),
    ...(isConfirmed(question, typed) ? {} : { [CONFIRMING]: `This is not ${askedText(question) ?? ''}` }),
  }
}
