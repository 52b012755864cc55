import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormLayout } from '../../language/form.ts'
import { formatValue } from '../format/formatValue.ts'
import { groupIn, textIn, type InputValues } from '../inputs/inputValue.ts'
import { listResource } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import type { FormSubjectState } from '../subject/useSubject.ts'
import { changedValues, emptyValues, isFilled, TYPED_FOR, type FormValues } from './formValues.ts'

/** The record that the other values of a form were typed for, while the form is about another one. */
export interface TypedForOther {
  readonly name: string
  /** Why the form is not sent before a choice. */
  readonly obstacle: string
  /** Takes the values for the record that the form is about now. */
  readonly keep: () => void
  /** Empties the fields, apart from the one that the record is found by. */
  readonly clear: () => void
}

/** The found record that a form is about, as it is kept with the typed values. */
function ownerIn({ about }: FormLayout, { subject }: FormSubjectState): InputValues | undefined {
  const [record] = subject.records ?? []
  const definition = about && listResource(about.resource)
  if (about === undefined || record === undefined || definition === undefined) return undefined
  return { id: String(record.id), name: recordName(definition, record), value: formatValue('text', record[about.key]) }
}

/**
 * Remembers with the typed values which record they were typed for. `undefined` while the form is about that record, or
 * about none that is known.
 */
export function useTypedFor(
  { getValues, setValue, reset }: UseFormReturn<FormValues>,
  layout: FormLayout,
  typed: InputValues,
  subject: FormSubjectState,
): TypedForOther | undefined {
  const field = layout.about?.field ?? ''
  const others = changedValues(layout, typed, subject.started)
  const hasOthers = isFilled({ ...layout, unlockedBy: field }, others)
  const owner = groupIn(typed[TYPED_FOR])
  const found = ownerIn(layout, subject)
  const isOwned = owner['id'] !== undefined
  const { state, value } = subject.subject
  // Whose value it is that can't be looked up is not known, but it is not that of the record.
  const isUnread = state === 'failed' && value.toLowerCase() !== textIn(owner['value']).toLowerCase()
  const isOther = hasOthers && isOwned && (found === undefined ? isUnread : found['id'] !== owner['id'])
  const id = hasOthers ? (owner['id'] ?? found?.['id']) : undefined
  useEffect(() => {
    if (id !== groupIn(typed[TYPED_FOR])['id'])
      setValue(TYPED_FOR, id === undefined ? '' : found, { shouldDirty: true })
  })
  if (!isOther) return undefined
  const name = textIn(owner['name'])
  return {
    name,
    obstacle: `Keep or clear the values typed for ${name} first`,
    keep: () => setValue(TYPED_FOR, found ?? { ...owner, value }, { shouldDirty: true }),
    clear: () =>
      reset(
        { ...emptyValues(layout), [TYPED_FOR]: '', ...subject.started, [field]: getValues(field) },
        { keepDefaultValues: true },
      ),
  }
}
