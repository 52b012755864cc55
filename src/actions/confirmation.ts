import type { Confirmation } from '../../language/action.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import type { InputValues, FieldErrors } from './inputs.ts'
import { fillTemplate } from '../../language/template.ts'
import {
  ACKNOWLEDGING,
  acknowledgementOf,
  lacksChoice,
  inputErrors,
  inputValues,
  isUnchanged,
  textIn,
} from './inputs.ts'
import type { OpenQuestion } from './useQuestion.ts'

/** Name under which the text that must be typed to confirm stands among the dialog's fields. */
export const CONFIRMING = ':confirm'

/** The confirmation of an action, with its words where it declares nothing but a sentence or nothing at all. */
export const confirmationOf = ({ confirm, label }: ResolvedAction): Confirmation => confirm ?? { title: label }

/** The text that must be typed before the button works; `undefined` where none is asked for. */
function askedText({ action, intent }: OpenQuestion): string | undefined {
  const { typed } = confirmationOf(action)
  return typed === undefined ? undefined : fillTemplate(typed.text, intent.record ?? {}).trim()
}

/** Whether what must be typed has been typed, in whatever case (U9). */
function isConfirmed(question: OpenQuestion, typed: InputValues): boolean {
  const asked = askedText(question)
  return asked === undefined || textIn(typed[CONFIRMING]).trim().toLowerCase() === asked.toLowerCase()
}

/** What the dialog alone knows: it is neither sent nor kept as a draft. */
export const withoutAnswers = (typed: InputValues): InputValues =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => name !== CONFIRMING && name !== ACKNOWLEDGING))

const UNCHANGED = 'Nothing has changed.'

/** Whether what is typed is what the record says already: there is nothing to send. */
const isUnconfirmed = ({ action, intent }: OpenQuestion, typed: InputValues): boolean => {
  const record = intent.record ?? {}
  return isUnchanged(action, record, inputValues(action, record, typed))
}

/**
 * Whether the button of a question works: what must be typed has been typed, something has changed where the record is
 * being changed, each match is acknowledged, and nothing has to be chosen where there is no choice.
 */
export function isReady(question: OpenQuestion, typed: InputValues): boolean {
  const { action, intent } = question
  const record = intent.record ?? {}
  return (
    isConfirmed(question, typed) &&
    !isUnconfirmed(question, typed) &&
    acknowledgementOf(action, record, typed).isComplete &&
    !Object.values(action.input).some((input) => lacksChoice(input, record))
  )
}

/** Says of every field that it is as it was. */
const unchangedErrors = (question: OpenQuestion, typed: InputValues): FieldErrors =>
  isUnconfirmed(question, typed)
    ? Object.fromEntries(Object.keys(question.action.input).map((name) => [name, UNCHANGED]))
    : {}

/** What is wrong with the dialog's fields, in their order. */
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
