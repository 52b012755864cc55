import { useState } from 'react'
import { questionErrors, withoutAnswers } from './confirmation.ts'
import { initialTyped } from './inputs.ts'
import { evidenceOf, inputValues } from './inputs.ts'
import type { FieldErrors, InputValues, InputValue } from './inputs.ts'
import type { ActionFlow } from './useActionFlow.ts'
import type { OpenQuestion } from './useQuestion.ts'

/** The typed values of a dialog and their errors. */
export interface Fields {
  readonly typed: InputValues
  readonly errors: FieldErrors
  readonly type: (name: string, value: InputValue) => void
  /** Sends the values if they are valid. Otherwise returns the name of the first field with an error. */
  readonly submit: () => string | undefined
}

/** The fields of a question. Typed values survive a refusal, a change of the record and the end of a session. */
export function useFields(question: OpenQuestion, flow: ActionFlow): Fields {
  const [typed, setTyped] = useState<InputValues>(() => ({
    ...initialTyped(question.action, question.intent.record ?? {}),
    ...flow.draft,
  }))
  const [errors, setErrors] = useState<FieldErrors>({})
  const type = (name: string, value: InputValue) => {
    const next = { ...typed, [name]: value }
    setTyped(next)
    flow.keepDraft(withoutAnswers(next))
  }
  const submit = (): string | undefined => {
    const found = questionErrors(question, typed)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first === undefined) {
      const { action, intent } = question
      const record = intent.record ?? {}
      flow.confirm(inputValues(action, record, typed), evidenceOf(action, record, typed))
    }
    return first
  }
  return { typed, errors, type, submit }
}
