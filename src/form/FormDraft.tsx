import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useFormContext } from 'react-hook-form'
import type { Draft } from '../data/drafts.ts'

/**
 * Ties a whole form to its draft: put it inside of react-admin's `Form`. It fills in what was kept, keeps every change,
 * and forgets the draft when the form is back at its own first values, as it is after `reset()`. What was filled in
 * counts as typed, so that the form knows that it is not saved.
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
    // After the effects of the form around this, which begin with its own first values.
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
