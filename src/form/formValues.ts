import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { type FormResource, formsOf, type FormPage } from '../../language/resource.ts'
import { draftsIn } from '../data/drafts.ts'
import type { FormField, FormLayout } from '../../language/form.ts'
import { shownInputs } from '../../language/shownInputs.ts'
import { choiceText, sentValue, type InputValue, type InputValues } from '../inputs/inputValue.ts'
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

/** The fields' values before anything is typed. */
export const emptyValues = ({ fields }: FormLayout): Record<string, InputValue> =>
  Object.fromEntries(Object.entries(fields).map(([name, { control }]) => [name, control === 'checkboxes' ? [] : '']))

const filledValues = ({ fields }: FormLayout, typed: InputValues) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, declared]) => {
      const value = sentValue(declared, typed[field], declared.choices)
      return value === undefined ? [] : [[field, value] as const]
    }),
  )

/** The form with the fields that are shown for these values. */
export const shownLayout = (layout: FormLayout, typed: InputValues): FormLayout => ({
  ...layout,
  fields: shownInputs(layout.fields, filledValues(layout, typed)),
})

/** The record that a form sends: the filled-in values of its shown fields, with the form's name as `id`. */
export const filledRecord = (name: string, layout: FormLayout, typed: InputValues): Row => ({
  ...filledValues(shownLayout(layout, typed), typed),
  id: name,
})

/** True if any field is filled in besides the one that unlocks the others (D-176). */
export const isFilled = ({ fields, unlockedBy }: FormLayout, typed: InputValues): boolean =>
  Object.entries(fields).some(
    ([name, field]) =>
      name !== unlockedBy && sentValue(field, typed[name], field.choices) !== sentValue(field, undefined),
  )

const flags: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

/** A value as its field displays it. */
export function shownValue({ schema, choices, control }: FormField, value: unknown): string {
  if (control === 'checkbox') return flags[String(value)] ?? String(value)
  const labelOf = (one: unknown): string => {
    const choice = choices?.find((each) => each.value === one)
    return choice === undefined ? String(one) : choiceText(schema, choice)
  }
  return [value].flat().map(labelOf).join(', ')
}
