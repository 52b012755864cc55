import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useFormContext } from 'react-hook-form'
import type { Draft } from '../data/drafts.ts'

/**
 * Connects a form to its draft. Put it inside react-admin's `Form`. It fills in the kept values, keeps every change,
 * and drops the draft when the form is back at its default values, as after `reset()`. Filled-in values count as typed,
 * so the form is dirty.
 */
export const FormDraft = ({ draft }: { readonly draft: Draft<FieldValues> }) => {
  const { reset, subscribe } = useFormContext()
  useEffect(() => {
    const kept = draft.read()
    let isHere = true
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty === true) draft.keep(structuredClone(values))
        else if (isDirty === false) draft.drop()
      },
    })
    // Runs after the effects of the surrounding form, which set its default values.
    queueMicrotask(() => {
      if (isHere && kept !== undefined) reset(kept, { keepDefaultValues: true })
    })
    return () => {
      isHere = false
      stop()
    }
  }, [draft, reset, subscribe])
  return null
}
