import type { Confirmation } from '../../schemas/meta/action.ts'
import type { AnyAction } from '../../schemas/meta/defineResource.ts'
import { fillTemplate } from '../../schemas/meta/template.ts'
import { inputErrors } from './inputErrors.ts'
import type { Typed } from './inputErrors.ts'
import type { OpenQuestion } from './useActionFlow.ts'

/** Name under which the text that must be typed to confirm stands among the dialog's fields. */
export const CONFIRMING = ':confirm'

/** The confirmation of an action, with its words where it declares nothing but a sentence or nothing at all. */
export const confirmationOf = ({ confirm, label }: AnyAction): Confirmation =>
  typeof confirm === 'string' ? { title: confirm } : (confirm ?? { title: label })

/** The text that must be typed before the button works; `undefined` where none is asked for. */
function askedText({ action, intent }: OpenQuestion): string | undefined {
  const { typed } = confirmationOf(action)
  return typed === undefined ? undefined : fillTemplate(typed.text, intent.record ?? {}).trim()
}

/** Whether what must be typed has been typed (U9). */
export function isConfirmed(question: OpenQuestion, typed: Typed): boolean {
  const asked = askedText(question)
  return asked === undefined || (typed[CONFIRMING] ?? '').trim() === asked
}

/** What is wrong with the dialog's fields, in their order. */
export const questionErrors = (question: OpenQuestion, typed: Typed): Typed => ({
  ...inputErrors(question.action, typed),
  ...(isConfirmed(question, typed) ? {} : { [CONFIRMING]: `This is not ${askedText(question) ?? ''}` }),
})
