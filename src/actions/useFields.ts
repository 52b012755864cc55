import { useState } from 'react'
import { questionErrors, withoutAnswers } from './confirmation.ts'
import { evidenceOf, initialTyped, inputValues } from './inputs.ts'
import { unfinishedText, type FieldErrors } from '../inputs/inputError.ts'
import { useRefused } from '../inputs/useRefused.ts'
import type { InputValues, InputValue } from '../inputs/inputValue.ts'
import { isEqual } from './recordChange.ts'
import type { ActionFlow } from './useActionFlow.ts'
import type { OpenQuestion } from './useQuestion.ts'

/** The typed values of a dialog and their errors. */
export interface Fields {
  readonly typed: InputValues
  readonly errors: FieldErrors
  /** True if a value differs from the one that its field started with. */
  readonly isChanged: boolean
  readonly type: (name: string, value: InputValue) => void
  /**
   * Sends the values if they are valid. Otherwise returns the name of the first field with an error.
   *
   * @param unfinished names of the fields that are half filled in
   */
  readonly submit: (unfinished: readonly string[]) => string | undefined
}

/** The fields of a question. Typed values survive a refusal, a change of the record and the end of a session. */
export function useFields(question: OpenQuestion, flow: Pick<ActionFlow, 'draft' | 'keepDraft' | 'confirm'>): Fields {
  const initial = initialTyped(question.action, question.intent.record ?? {})
  const [typed, setTyped] = useState<InputValues>(() => ({ ...initial, ...flow.draft }))
  const isChanged = Object.entries(typed).some(([name, value]) => !isEqual(value, initial[name] ?? ''))
  const [errors, setErrors] = useState<FieldErrors>({})
  const type = (name: string, value: InputValue) => {
    const next = { ...typed, [name]: value }
    setTyped(next)
    flow.keepDraft(withoutAnswers(next))
  }
  const refused = useRefused(question.failure, typed)
  const submit = (unfinished: readonly string[]): string | undefined => {
    const { input } = question.action
    const half = unfinished.map((name) => [name, unfinishedText(input[name] ?? { label: name })] as const)
    const found = { ...questionErrors(question, typed), ...Object.fromEntries(half) }
    setErrors(found)
    const [first] = Object.keys(found)
    if (first === undefined) {
      const { action, intent } = question
      const record = intent.record ?? {}
      flow.confirm(inputValues(action, record, typed), evidenceOf(action, record, typed))
    }
    return first
  }
  return { typed, errors: { ...refused, ...errors }, isChanged, type, submit }
}
