import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { type FormResource, formsOf, type FormPage } from '../../language/resource.ts'
import { draftsIn } from '../data/drafts.ts'
import type { FormField, FormLayout } from '../../language/form.ts'
import type { Scalar } from '../../language/schema.ts'
import type { Row } from '../model/columns.ts'

/** The key of a form's draft. */
export const draftKey = ({ name }: FormResource): string => `forms/${name}`

/** The key of the draft that marks a form with a chosen file. The file itself is kept only in the form. */
export const fileKey = (form: FormResource): string => `${draftKey(form)}/file`

/** True if any form of a page has typed values or a chosen file that are not sent. `forget` drops the typed values. */
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

/** The text of each field, as typed. For a choice, its value as text. */
export type FormTexts = Readonly<Record<string, string>>

/** The fields' texts before anything is typed. */
export const emptyTexts = ({ fields }: FormLayout): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, '']))

/** The value to send for one field: the trimmed text, or the chosen value. `undefined` if the field is empty. */
export function sentValue({ choices }: FormField, text: string): Scalar | undefined {
  if (choices !== undefined) return choices.find(({ value }) => String(value) === text)?.value
  const trimmed = text.trim()
  return trimmed === '' ? undefined : trimmed
}

/** The record that a form sends: its filled-in values, with the form's name as `id`. */
export function filledRecord(name: string, { fields }: FormLayout, texts: FormTexts): Row {
  const filled = Object.entries(fields).flatMap(([field, declared]) => {
    const value = sentValue(declared, texts[field] ?? '')
    return value === undefined ? [] : [[field, value] as const]
  })
  return { ...Object.fromEntries(filled), id: name }
}

/** True if any field is filled in besides the one that unlocks the others (D-176). */
export const isFilled = ({ fields, unlockedBy }: FormLayout, texts: FormTexts): boolean =>
  Object.entries(fields).some(
    ([name, field]) => name !== unlockedBy && sentValue(field, texts[name] ?? '') !== undefined,
  )

/** A value as its field displays it. */
export const shownValue = ({ choices }: FormField, value: unknown): string =>
  choices?.find((choice) => choice.value === value)?.label ?? String(value)
