import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { loginErrors } from './loginForm.ts'
import type { LoginValues } from './loginForm.ts'

/**
 * State of the login form: an error shows once its field has been touched; submitting touches all fields and takes
 * the focus to the first wrong one (D-19). `onSubmit` is called with valid values only, and with a way to forget the
 * password once it has been used.
 */
export const useLoginForm = (
  needsPassword: boolean,
  onSubmit: (values: LoginValues, clearPassword: () => void) => void,
) => {
  const [values, setValues] = useState<LoginValues>({ email: '', password: '' })
  const [touched, setTouched] = useState<ReadonlySet<keyof LoginValues>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const errors = loginErrors(values, needsPassword)
  const clearPassword = () => {
    setValues((others) => ({ ...others, password: '' }))
    setTouched(new Set(['email']))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(new Set(['email', 'password']))
    const wrong = errors.email !== undefined ? 'email' : errors.password !== undefined ? 'password' : null
    if (wrong === null) onSubmit(values, clearPassword)
    else form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
  }
  const field = (name: keyof LoginValues) => ({
    name,
    value: values[name],
    error: touched.has(name) ? errors[name] : undefined,
    onChange: (value: string) => setValues((others) => ({ ...others, [name]: value })),
    onBlur: () => setTouched((others) => new Set(others).add(name)),
  })
  return { form, submit, field, email: values.email }
}
