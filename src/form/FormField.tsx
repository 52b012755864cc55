import { useRef } from 'react'
import { useController } from 'react-hook-form'
import type { FormField } from '../../language/form.ts'
import { errorsAt, focusField, inputAt, unfinishedIn, type FieldErrors } from '../inputs/fieldErrors.ts'
import { InputField } from '../inputs/InputField.tsx'
import type { PresentValues } from '../subject/useSubject.ts'
import type { OfferedChoice } from '../ui/useOffered.tsx'
import { isEqual, valueAt } from '../../language/pointer.ts'
import { emptyValue, sentValue, type InputValue } from '../inputs/inputValue.ts'
import { isTyped, shownValue, type FormValues } from './formValues.ts'

type FoundErrors = Readonly<Record<string, { readonly type: string; readonly message: string }>>

const fieldOf = (path: string): string => path.split('/', 1)[0] ?? ''

/** The errors as a react-hook-form resolver, so that the library focuses the first invalid field. */
export const resolverOf = (judge: (values: FormValues) => FieldErrors) => (values: FormValues) => {
  // The library knows the fields of the form, not those inside them.
  const found = Object.entries(judge(values)).map(
    ([path, message]) => [fieldOf(path), { type: 'manual', message }] as const,
  )
  const errors: FoundErrors = Object.fromEntries(found)
  return found.length === 0 ? { values, errors: {} } : { values: {}, errors }
}

interface ConnectedFieldProps {
  readonly name: string
  readonly field: FormField
  readonly errors: FieldErrors
  /** The value that the record has now; `null` if it could not be read. */
  readonly current: PresentValues[string] | undefined
  /** Values found by what is typed. */
  readonly offered: readonly OfferedChoice[] | undefined
  readonly isOff: boolean
  readonly isFresh: boolean
  readonly onLeave: (() => void) | undefined
}

/** What the record has now, next to the label of its field. */
function presentText(field: FormField, current: ConnectedFieldProps['current'], value: unknown): string | undefined {
  if (current === undefined || current === '') return undefined
  if (current === null) return 'Now unreadable'
  const isSame = isTyped(value) && isEqual(sentValue(field, value), sentValue(field, current))
  return isSame ? 'Unchanged: it is not sent' : `Now ${shownValue(field, current)}`
}

/** The errors without those that say that a field inside is missing which was never filled in. */
const withoutUntouched = (errors: FieldErrors, name: string, field: FormField, value: unknown): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([path, message]) =>
        message !== inputAt({ [name]: field }, path)?.required || valueAt({ [name]: value }, `/${path}`) !== undefined,
    ),
  )

/** One field of a form. It shows its error once the person has filled and left it, or tried to send or to leave its step. */
export const ConnectedField = ({ name, field, errors, isFresh, onLeave, ...shown }: ConnectedFieldProps) => {
  const { current, offered, isOff } = shown
  const { field: own, fieldState, formState } = useController<FormValues>({ name })
  const { value, onChange, onBlur, ref } = own
  const found = errorsAt(errors, name)
  const isAsked = formState.isSubmitted && !isFresh
  const left = fieldState.isTouched ? withoutUntouched(found, name, field, value) : {}
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef<InputValue>(undefined)
  const change = (next: InputValue) => {
    typed.current = next
    onChange(next)
  }
  const leave = () => {
    onLeave?.()
    // It is empty as it was, unless the person has emptied it, or the browser can't read what is there.
    const isUntouched = isEqual(value, emptyValue(field)) && !isEqual(value, typed.current)
    if (!isUntouched || unfinishedIn(box.current).length > 0) onBlur()
  }
  const takeFocus = (element: HTMLDivElement | null) => {
    box.current = element
    ref(element && { focus: () => focusField(element, Object.keys(found)[0] ?? name) })
  }
  return (
    <div ref={takeFocus}>
      <InputField
        {...{ name, offered }}
        onChange={change}
        onBlur={leave}
        value={isTyped(value) ? value : undefined}
        input={field}
        present={presentText(field, current, value)}
        errors={isAsked ? found : left}
        isDisabled={isOff}
        isInForm
      />
    </div>
  )
}
