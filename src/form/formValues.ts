import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { type FormResource, formsOf, type FormPage } from '../../language/resource.ts'
import { draftsIn } from '../data/drafts.ts'
import type { FormField, FormLayout } from '../../language/form.ts'
import type { Scalar } from '../../language/schema.ts'
import type { Row } from '../model/columns.ts'

/** Where a form keeps what is typed into it. */
export const draftKey = ({ name }: FormResource): string => `forms/${name}`

/** Where it is known that a form has a file; the file itself is nowhere but in the form. */
export const fileKey = (form: FormResource): string => `${draftKey(form)}/file`

/** Whether something is typed or chosen in any form of a page and not sent, and the way to forget it. */
export function useUnsavedChanges(page: FormPage) {
  const drafts = draftsIn(useQueryClient())
  const hasUnsavedChanges = useSyncExternalStore(drafts.subscribe, () =>
    formsOf(page).some((form) => [draftKey(form), fileKey(form)].some((key) => drafts.read(key) !== undefined)),
  )
  const forget = useCallback(() => {
    for (const form of formsOf(page)) drafts.drop(draftKey(form))
  }, [drafts, page])
  return { hasUnsavedChanges, forget }
}

/** What is in a form's fields, as typed; of a choice the text of its value. */
export type FormTexts = Readonly<Record<string, string>>

/** The fields before anything is typed. */
export const emptyTexts = ({ fields }: FormLayout): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, '']))

/** What is sent of one field: trimmed, or the value of what was chosen; `undefined` where there is nothing. */
export function sentValue({ choices }: FormField, text: string): Scalar | undefined {
  if (choices !== undefined) return choices.find(({ value }) => String(value) === text)?.value
  const trimmed = text.trim()
  return trimmed === '' ? undefined : trimmed
}

/** What a form sends: a record of its own, of what is filled in. */
export function filledRecord(name: string, { fields }: FormLayout, texts: FormTexts): Row {
  const filled = Object.entries(fields).flatMap(([field, declared]) => {
    const value = sentValue(declared, texts[field] ?? '')
    return value === undefined ? [] : [[field, value] as const]
  })
  return { ...Object.fromEntries(filled), id: name }
}

/** Whether there is anything to change: more is filled in than the field that unlocks the others (D-176). */
export const isFilled = ({ fields, unlockedBy }: FormLayout, texts: FormTexts): boolean =>
  Object.entries(fields).some(
    ([name, field]) => name !== unlockedBy && sentValue(field, texts[name] ?? '') !== undefined,
  )

/** A value in the words of its field. */
export const shownValue = ({ choices }: FormField, value: unknown): string =>
  choices?.find((choice) => choice.value === value)?.label ?? String(value)
