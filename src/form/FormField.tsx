import { useController } from 'react-hook-form'
import type { FormField } from '../../language/form.ts'
import type { FieldErrors } from '../inputs/inputError.ts'
import { InputField } from '../inputs/InputField.tsx'
import type { InputValue, InputValues } from '../inputs/inputValue.ts'

type FoundErrors = Readonly<Record<string, { readonly type: string; readonly message: string }>>

/** The errors as a react-hook-form resolver, so that the library focuses the first invalid field. */
export const resolverOf = (judge: (values: InputValues) => FieldErrors) => (values: Record<string, InputValue>) => {
  const found = Object.entries(judge(values)).map(([name, message]) => [name, { type: 'manual', message }] as const)
  const errors: FoundErrors = Object.fromEntries(found)
  return found.length === 0 ? { values, errors: {} } : { values: {}, errors }
}

interface ConnectedFieldProps {
  readonly name: string
  readonly field: FormField
  readonly errors: FieldErrors
  readonly isOff: boolean
}

/** One field of a form. It shows its error once the person has touched it or tried to send. */
export const ConnectedField = ({ name, field, errors, isOff }: ConnectedFieldProps) => {
  const { field: own, fieldState, formState } = useController<Record<string, InputValue>>({ name })
  const { value, onChange, onBlur, ref } = own
  const takeFocus = (box: HTMLDivElement | null) =>
    ref(box && { focus: () => box.querySelector<HTMLElement>('[name]')?.focus() })
  return (
    <div ref={takeFocus}>
      <InputField
        {...{ name, value, onChange, onBlur }}
        input={field}
        error={fieldState.isTouched || formState.isSubmitted ? errors[name] : undefined}
        isDisabled={isOff}
        isInForm
      />
    </div>
  )
}
