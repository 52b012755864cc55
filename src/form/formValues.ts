import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type FormResource, formsOf, type FormPage } from '../../language/resource.ts'
import { draftsIn } from '../data/drafts.ts'
import type { FormLayout } from '../../language/form.ts'
import type { Input } from '../../language/input.ts'
import { isEqual, isStructure, isValues } from '../../language/pointer.ts'
import { shownInputs } from '../../language/shownInputs.ts'
import { choiceText, emptyValue, sentValue, type InputValue, type InputValues } from '../inputs/inputValue.ts'
import type { PresentValues } from '../subject/useSubject.ts'
import type { Row } from '../model/columns.ts'

export const draftKey = ({ name }: FormResource): string => `forms/${name}`

/** The key of the draft that holds a form's chosen files. */
export const fileKey = (form: FormResource): string => `${draftKey(form)}/file`

/** True if any form of a page has typed values or a chosen file that are not sent. `forget` drops them. */
export function useUnsavedChanges(page: FormPage) {
  const drafts = draftsIn(useQueryClient())
  const keys = useMemo(() => formsOf(page).flatMap((form) => [draftKey(form), fileKey(form)]), [page])
  const hasUnsavedChanges = useSyncExternalStore(drafts.subscribe, () =>
    keys.some((key) => drafts.read(key) !== undefined),
  )
  const forget = useCallback(() => keys.forEach(drafts.drop), [drafts, keys])
  return { hasUnsavedChanges, forget }
}

/** The value of a form that says by field which record the value was typed for. No field has this name. */
export const TYPED_FOR = ':typedFor'

/** The values of a form as react-hook-form has them, which does not know their types. */
export type FormValues = Record<string, unknown>

/** True for the value of a field. */
export const isTyped = (value: unknown): value is InputValue => typeof value === 'string' || isStructure(value)

export const typedIn = (layout: FormLayout, values: FormValues): InputValues => ({
  ...emptyValues(layout),
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (isTyped(value) ? [[name, value] as const] : [])),
  ),
})

/** The fields' values before anything is typed. */
export const emptyValues = ({ fields }: FormLayout): InputValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyValue(field)]))

const filledValues = ({ fields }: FormLayout, typed: InputValues) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, declared]) => {
      const value = sentValue(declared, typed[field], declared.choices)
      return value === undefined ? [] : [[field, value] as const]
    }),
  )

export const shownLayout = (layout: FormLayout, typed: InputValues): FormLayout => ({
  ...layout,
  fields: shownInputs(layout.fields, filledValues(layout, typed)),
})

/** The record that a form sends: the filled-in values of its shown fields, with the form's name as `id`. */
export const filledRecord = (name: string, layout: FormLayout, typed: InputValues): Row => ({
  ...filledValues(shownLayout(layout, typed), typed),
  id: name,
})

/** The typed values without those that the record has already, by field. */
export const changedValues = ({ fields }: FormLayout, typed: InputValues, current: PresentValues): InputValues =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      const field = fields[name]
      const known = current[name] ?? undefined
      const isSame =
        field !== undefined && known !== undefined && isEqual(sentValue(field, value), sentValue(field, known))
      return [name, isSame ? emptyValue(field) : value]
    }),
  )

/** The names of the fields that are filled in. */
export const filledFields = ({ fields }: FormLayout, typed: InputValues): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isEqual(sentValue(field, typed[name], field.choices), sentValue(field, emptyValue(field), field.choices))
      ? []
      : [name],
  )

/** True if any field is filled in besides the one that unlocks the others (D-176). */
export const isFilled = (layout: FormLayout, typed: InputValues): boolean =>
  filledFields(layout, typed).some((name) => name !== layout.unlockedBy)

const flags: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

/** A value as its field displays it: a group with the labels of its members, rows one after the other. */
export function shownValue({ schema, choices, control, members, row }: Input, value: unknown): string {
  if (members !== undefined && isValues(value)) {
    const shown = Object.entries(members).filter(([name]) => value[name] !== undefined)
    return shown.map(([name, member]) => `${member.label} ${shownValue(member, value[name])}`).join(', ')
  }
  if (row !== undefined && Array.isArray(value)) return value.map((each) => shownValue(row, each)).join('; ')
  if (control === 'checkbox') return flags[String(value)] ?? String(value)
  const labelOf = (one: unknown): string => {
    const choice = choices?.find((each) => each.value === one)
    return choice === undefined ? String(one) : choiceText(schema, choice)
  }
  return [value].flat().map(labelOf).join(', ')
}
