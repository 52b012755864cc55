import { useId } from 'react'
import type { ChangeEvent, RefCallback } from 'react'
import { useController } from 'react-hook-form'
import type { FormErrors } from './fieldError.ts'
import type { FormTexts } from './formValues.ts'

/** A field as its control needs it. */
export interface FieldState {
  readonly id: string
  readonly input: {
    readonly name: string
    readonly value: string
    readonly disabled: boolean
    readonly ref: RefCallback<HTMLInputElement>
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
    readonly onBlur: () => void
  }
  /** What is wrong with it, once the person has been there or has tried to send. */
  readonly error: string | undefined
}

/** Id of the line that explains a field, for assistive technology. */
export const describedBy = ({ id, error }: FieldState, hint: string | undefined): string | undefined => {
  if (error !== undefined) return `${id}-error`
  return hint === undefined ? undefined : `${id}-hint`
}

/** Ties one field to the form around it. */
export function useFormField(name: string, errors: FormErrors, isOff: boolean): FieldState {
  const id = useId()
  const { field, fieldState, formState } = useController<Record<string, string>>({ name })
  const isShown = fieldState.isTouched || formState.isSubmitted
  return {
    id,
    input: { ...field, value: field.value ?? '', disabled: isOff },
    error: isShown ? errors[name] : undefined,
  }
}

type FoundErrors = Readonly<Record<string, { readonly type: string; readonly message: string }>>

/** What is wrong, as the form's own library wants it told: it then focuses the first of them. */
export const resolverOf = (judge: (texts: FormTexts) => FormErrors) => (values: Record<string, string>) => {
  const found = Object.entries(judge(values)).map(([name, message]) => [name, { type: 'manual', message }] as const)
  const errors: FoundErrors = Object.fromEntries(found)
  return found.length === 0 ? { values, errors: {} } : { values: {}, errors }
}
