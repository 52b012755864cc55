import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormLayout } from '../../language/form.ts'
import { isEqual } from '../../language/pointer.ts'
import { formatValue } from '../format/formatValue.ts'
import { groupIn, textIn, type InputValues } from '../inputs/inputValue.ts'
import { listResource } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import type { FormSubjectState } from '../subject/useSubject.ts'
import { changedValues, emptyValues, filledFields, shownLayout, TYPED_FOR, type FormValues } from './formValues.ts'

/** The values of a form that were typed for other records than the one that it is about now. */
export interface TypedForOther {
  /** Says which values, and for whom. */
  readonly text: string
  /** Why the form is not sent before a choice. */
  readonly obstacle: string
  /** Takes the values for the record that the form is about now. */
  readonly keep: () => void
  /** Empties their fields. */
  readonly clear: () => void
}

/** The found record that a form is about, as it is kept with the typed values. */
function ownerIn({ about }: FormLayout, { subject }: FormSubjectState): InputValues | undefined {
  const [record] = subject.records ?? []
  const definition = about && listResource(about.resource)
  if (about === undefined || record === undefined || definition === undefined) return undefined
  return { id: String(record.id), name: recordName(definition, record), value: formatValue('text', record[about.key]) }
}

/** A field with the record that its value was typed for. */
interface Owned {
  readonly name: string
  readonly owner: InputValues
}

/** True for another record than the one that is found. */
function isOther(
  owner: InputValues,
  found: InputValues | undefined,
  { subject: { state, value }, isValue }: FormSubjectState,
): boolean {
  if (found !== undefined) return owner['id'] !== found['id']
  // Whose value it is that finds none or can't be looked up is not known, but it is not that of the record.
  const isLookedUp = state === 'failed' || (state === 'none' && isValue)
  return isLookedUp && value.toLowerCase() !== textIn(owner['value']).toLowerCase()
}

/**
 * Remembers with each typed value which record it was typed for: the one that the form was about when the value was last
 * changed. `undefined` while none is known to be for another record.
 */
export function useTypedFor(
  { getValues, setValue, reset }: UseFormReturn<FormValues>,
  layout: FormLayout,
  typed: InputValues,
  subject: FormSubjectState,
): TypedForOther | undefined {
  const known = groupIn(typed[TYPED_FOR])
  const found = ownerIn(layout, subject)
  const owned = filledFields(layout, changedValues(layout, typed, subject.started)).flatMap((name) => {
    const before = groupIn(known[name])
    const owner = isEqual(before['typed'], typed[name]) ? before : found
    return owner === undefined || name === layout.about?.field ? [] : [{ name, owner }]
  })
  const withOwners = (all: readonly Owned[]): InputValues =>
    Object.fromEntries(all.map(({ name, owner }) => [name, { ...owner, typed: typed[name] ?? '' }]))
  useEffect(() => {
    const next = withOwners(owned)
    if (!isEqual(next, known)) setValue(TYPED_FOR, next, { shouldDirty: true })
  })
  const { fields } = shownLayout(layout, typed)
  const others = owned.filter(({ name, owner }) => name in fields && isOther(owner, found, subject))
  if (others.length === 0) return undefined
  const names = [...new Set(others.map(({ owner }) => textIn(owner['name'])))].join(' and ')
  const labels = others.map(({ name }) => fields[name]?.label).join(', ')
  return {
    text: `These values were typed for ${names}: ${labels}.`,
    obstacle: `Keep or clear the values typed for ${names} first`,
    keep: () => {
      const { value } = subject.subject
      const taken = others.map(({ name, owner }) => ({ name, owner: found ?? { ...owner, value } }))
      setValue(TYPED_FOR, { ...known, ...withOwners(taken) }, { shouldDirty: true })
    },
    clear: () => {
      const empty = { ...emptyValues(layout), ...subject.started }
      const cleared = Object.fromEntries(others.map(({ name }) => [name, empty[name]]))
      reset({ ...getValues(), ...cleared }, { keepDefaultValues: true })
    },
  }
}
