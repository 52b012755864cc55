import { usePermissions } from 'ra-core'
import { useState } from 'react'
import type { Upload } from '../../language/binding.ts'
import { approvalReason } from '../../language/secondApprover.ts'
import { APPROVAL_REASON, approvalRequestOf, type ApprovalRequest } from './approvalRequest.ts'
import { confirmationIn, questionErrors, withoutAnswers } from './confirmation.ts'
import { evidenceOf, initialTyped, inputErrors, inputValues, shownAction } from './inputs.ts'
import { errorsAt, errorsOf, inputAt, unfinishedText, type FieldErrors } from '../inputs/fieldErrors.ts'
import { FILES, useChosenFiles, type ChosenFiles } from '../inputs/useChosenFiles.ts'
import { useRefused } from '../inputs/useRefused.ts'
import { useStepOfRefused, useSteps, type Steps } from '../inputs/useSteps.ts'
import { textIn, type InputValues, type InputValue } from '../inputs/inputValue.ts'
import { isEqual } from '../../language/pointer.ts'
import { plainText } from '../../language/plainText.ts'
import { useCloseQuestion } from '../ui/LeaveDialog.tsx'
import { askedFiles } from './actionProvider.ts'
import type { ActionFlow, QuestionDraft } from './useActionFlow.ts'
import type { OpenQuestion } from './useQuestion.ts'

const NO_FILES: readonly File[] = []

/** The typed values of a dialog and their errors. */
export interface Fields {
  readonly shown: OpenQuestion
  readonly typed: InputValues
  readonly errors: FieldErrors
  readonly steps: Steps
  /** What becomes of it, if another person has to approve it. */
  readonly approval: ApprovalRequest | undefined
  /** True if a value differs from the one that its field started with. */
  readonly isChanged: boolean
  readonly type: (name: string, value: InputValue) => void
  /**
   * Sends the values if they are valid, or opens the next step. Otherwise returns the name of the first field with an
   * error.
   *
   * @param unfinished names of the fields that are half filled in
   * @param fileError the error of the files, if there is one
   */
  readonly submit: (unfinished: readonly string[], fileError?: string) => string | undefined
  /** What the dialog asks for, and the chosen files. */
  readonly upload: Upload | undefined
  readonly chosen: ChosenFiles
}

/** What asks a question. Without `definition` and `chooseFiles` it asks for no files. */
type Asker = Pick<ActionFlow, 'draft' | 'keepDraft' | 'confirm'> &
  Partial<Pick<ActionFlow, 'definition' | 'chooseFiles'>>

const noFiles = (): void => undefined

const without = (errors: FieldErrors, name: string): FieldErrors => {
  const gone = errorsAt(errors, name)
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !Object.hasOwn(gone, path)))
}

/** What was typed earlier; what confirms a question comes back in that question only, as after the end of a session. */
function draftFor({ id }: OpenQuestion, draft: QuestionDraft | undefined): InputValues {
  if (draft === undefined) return {}
  return draft.id === id ? draft.typed : withoutAnswers(draft.typed)
}

/**
 * The fields of a question. Typed values survive a refusal, a change of the record and the end of a session; the browser asks
 * before the window is closed or loaded again.
 */
export function useFields(question: OpenQuestion, flow: Asker): Fields {
  const record = question.intent.record ?? {}
  const initial = initialTyped(question.action, record)
  // What the person has not touched follows the record, also when that has changed meanwhile.
  const [touched, setTouched] = useState(() => draftFor(question, flow.draft))
  const typed = { ...initial, ...touched }
  const shown = { ...question, action: shownAction(question.action, record, typed) }
  const upload = flow.definition && askedFiles(flow.definition, question.action)
  const chosen = useChosenFiles(upload, question.intent.files ?? NO_FILES, flow.chooseFiles ?? noFiles)
  const isChanged =
    chosen.files.length > 0 || Object.entries(typed).some(([name, value]) => !isEqual(value, initial[name] ?? ''))
  useCloseQuestion(isChanged)
  const { permissions } = usePermissions<readonly string[]>()
  const approval = flow.definition && approvalRequestOf(flow.definition, shown, { typed, permissions })
  const errorsIn = (given: InputValues): FieldErrors => ({
    ...(approval?.asksWhy === true
      ? Object.fromEntries(errorsOf(approvalReason, given[APPROVAL_REASON], APPROVAL_REASON))
      : {}),
    ...questionErrors(shown, given),
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const type = (name: string, value: InputValue) => {
    const next = { ...touched, [name]: value }
    setTouched(next)
    // An error goes once its field is filled in. Rows move, so the errors in them are found again, too.
    if (Object.keys(errorsAt(errors, name)).length > 0)
      setErrors({ ...without(errors, name), ...errorsAt(errorsIn({ ...initial, ...next }), name) })
    flow.keepDraft({ id: question.id, typed: next })
  }
  const refused = useRefused(question.failure, typed)
  const steps = useSteps(question.action.steps, Object.keys(shown.action.input))
  useStepOfRefused(question.failure, steps)
  /** The errors of all steps before the last one is left, and before that of those that are filled in. */
  const errorsSoFar = (): FieldErrors => {
    if (steps.isLast) return errorsIn(typed)
    const found = Object.entries(inputErrors(shown.action, record, typed))
    return Object.fromEntries(found.filter(([path]) => steps.isReached(path)))
  }
  const submit = (unfinished: readonly string[], fileError?: string): string | undefined => {
    const { action } = shown
    const { input } = action
    const half = unfinished.map((name) => [name, unfinishedText(inputAt(input, name) ?? { label: name })] as const)
    const found = { ...errorsSoFar(), ...Object.fromEntries(half) }
    setErrors(found)
    steps.openAt(Object.keys(found))
    const [first = fileError === undefined ? undefined : FILES] = Object.keys(found)
    if (first !== undefined) return first
    if (!steps.isLast) steps.next()
    else
      flow.confirm(inputValues(action, record, typed), {
        evidence: evidenceOf(action, record, typed),
        confirmation: confirmationIn(shown, typed),
        approvalReason: approval?.asksWhy === true ? plainText(textIn(typed[APPROVAL_REASON])) : undefined,
      })
    return undefined
  }
  return { shown, typed, errors: { ...refused, ...errors }, steps, approval, isChanged, type, submit, upload, chosen }
}
