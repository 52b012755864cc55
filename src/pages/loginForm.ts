/** What the login form holds. */
export interface LoginValues {
  readonly email: string
  readonly password: string
}

/** Messages by field; a field without one is valid. */
export type LoginErrors = Readonly<Partial<Record<keyof LoginValues, string>>>

// One @ with something before it and a dotted name after it: what the provider then says decides.
const address = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

const emailError = (email: string): string | undefined => {
  if (email.trim() === '') return 'Email is a required field'
  return address.test(email.trim()) ? undefined : 'Email must be a valid email'
}

/** Checks the form (back office, section 5 'Login'). The password is asked for in form mode only. */
export const loginErrors = ({ email, password }: LoginValues, needsPassword: boolean): LoginErrors => {
  const wrong = emailError(email)
  return {
    ...(wrong === undefined ? {} : { email: wrong }),
    ...(needsPassword && password === '' ? { password: 'Password is a required field' } : {}),
  }
}
