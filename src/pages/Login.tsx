import { type ReactNode, type FormEvent, useRef, useState, useEffect, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { Link, Navigate, useSearchParams, useLocation } from 'react-router-dom'
import { Button } from '../ui/Button.tsx'
import { Field, notedBy } from '../ui/Field.tsx'
import { isNothingFocused } from '../ui/focus.ts'
import { Notice } from '../ui/Notice.tsx'
import { OfflineNote } from '../ui/OfflineNote.tsx'
import { sessionEndMessage, safeNext, signedInPath } from '../auth/signIn.ts'
import { homePath } from '../model/consoleModel.ts'
import { EnvironmentBadge } from '../layout/Header.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useSessionState, useShell } from '../auth/ShellContext.ts'
import { PlainLayout } from '../layout/PlainLayout.tsx'
import { loginMessage, notReached } from '../../language/messages.ts'
import { LoginRefused, type LoginParams } from '../auth/createAuthProvider.ts'

/** The code of a refusal at the callback, from the navigation state. */
const refusedCode = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'refused' in state && typeof state.refused === 'string'
    ? state.refused
    : null

/** Why a sign-in was refused, in words and by the provider's code. */
type Refusal = Pick<LoginRefused, 'code' | 'message'>

type SignInRequest =
  | { readonly way: 'password'; readonly email: string; readonly password: string }
  | { readonly way: 'sso'; readonly loginHint?: string }

/**
 * Starts a sign-in and leaves the page for the provider. A refusal is shown in the error banner, and so is that no answer
 * came: it then resolves with false.
 */
const useSignIn = () => {
  const { authProvider, sessionManager } = useShell()
  const [search] = useSearchParams()
  const arrived: unknown = useLocation().state
  const code = refusedCode(arrived)
  const [refusal, setRefusal] = useState<Refusal | null>(code === null ? null : { code, message: loginMessage(code) })
  const [busy, setBusy] = useState(false)

  const signIn = async (request: SignInRequest): Promise<boolean> => {
    // The provider would sign in the refused person again, who may want to be another one.
    const isFresh = request.way === 'sso' && code !== null
    const params: LoginParams = { ...request, ...(isFresh && { isFresh }), next: safeNext(search.get('next')) }
    setBusy(true)
    setRefusal(null)
    try {
      const { redirectTo } = await authProvider.login(params)
      if (params.next === signedInPath) sessionManager.leave()
      window.location.assign(redirectTo)
      return true
    } catch (refused) {
      const isAnswered = refused instanceof LoginRefused
      setBusy(false)
      setRefusal(isAnswered ? refused : { code: null, message: notReached })
      return isAnswered
    }
  }
  return { signIn, busy, refusal }
}

interface LoginValues {
  readonly email: string
  readonly password: string
}

/** Error messages by field. A field without one is valid. */
type LoginErrors = Readonly<Partial<Record<keyof LoginValues, string>>>

// Requires one @ with something before it and a dotted name after it. The provider decides about the rest.
const address = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

const emailError = (email: string): string | undefined => {
  if (email.trim() === '') return 'Email is a required field'
  return address.test(email.trim()) ? undefined : 'Email must be a valid email'
}

/** Validates the form (back office, section 5 'Login'). The password is required in form mode only. */
export const loginErrors = ({ email, password }: LoginValues, needsPassword: boolean): LoginErrors => {
  const wrong = emailError(email)
  return {
    ...(wrong === undefined ? {} : { email: wrong }),
    ...(needsPassword && password === '' ? { password: 'Password is a required field' } : {}),
  }
}

interface LoginFieldProps {
  readonly label: string
  readonly type: 'email' | 'password'
  readonly autoComplete: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly aside?: ReactNode
}

/** One labelled field of the login form. It reserves space for its error, so that nothing jumps. */
const LoginField = ({ label, type, name, value, error, onChange, onBlur, autoComplete, aside }: LoginFieldProps) => (
  <Field id={`login-${name}`} {...{ label, error, aside }} hasRoom>
    <input
      id={`login-${name}`}
      className="cs-input"
      type={type}
      name={name}
      value={value}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-required="true"
      aria-invalid={error !== undefined}
      aria-describedby={notedBy(`login-${name}`, { error })}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
    />
  </Field>
)

/**
 * State of the login form. An error shows once its field has been touched. Submitting touches all fields and focuses
 * the first invalid one (D-19). `onSubmit` is called with valid values only, and with a function that clears the
 * password after use: the same one is sent again where no answer came.
 */
const useLoginForm = (needsPassword: boolean, onSubmit: (values: LoginValues, clearPassword: () => void) => void) => {
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
    flushSync(() => setTouched(new Set(['email', 'password'])))
    const wrong = errors.email !== undefined ? 'email' : errors.password !== undefined ? 'password' : null
    if (wrong === null) return onSubmit(values, clearPassword)
    const field = form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)
    // Screen readers say what is wrong with a field when it gets the focus, not while it has it.
    field?.blur()
    field?.focus()
  }
  const field = (name: keyof LoginValues) => ({
    name,
    value: values[name],
    error: touched.has(name) ? errors[name] : undefined,
    onChange: (value: string) => setValues((others) => ({ ...others, [name]: value })),
    // The page focuses an empty field itself: leaving it as it was is no mistake yet.
    onBlur: () => {
      if (values[name] !== '') setTouched((others) => new Set(others).add(name))
    },
  })
  return { form, submit, field, email: values.email }
}

const otherTabText = 'Sign in here, and your other tab goes on where you were.'

const SessionNotice = () => {
  const [search] = useSearchParams()
  const state = useSessionState()
  const { changes } = useShell().sessionManager
  const fate = useSyncExternalStore(changes.subscribe, changes.fate)
  if (search.has('signedOut'))
    return (
      <Notice tone="success">
        <p>You are signed out.</p>
      </Notice>
    )
  const isEnded = state.status === 'none' && state.reason === 'expired'
  const isForOtherTab = search.get('next') === signedInPath
  if (!isEnded && !isForOtherTab) return null
  const words = isForOtherTab ? '' : sessionEndMessage(fate, false)
  return (
    <Notice tone="info">
      <p>{`Your session has ended. ${words === '' ? '' : `${words} `}${isForOtherTab ? otherTabText : 'Sign in to go on.'}`}</p>
    </Notice>
  )
}

/** The provider's code for a password that has expired. */
const EXPIRED = 'E0000064'

const ErrorBanner = ({ refusal }: { readonly refusal: Refusal | null }) => {
  const { changePasswordUrl } = useShell().config
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal !== null) banner.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return (
    <div role="alert" ref={banner}>
      {refusal === null ? null : (
        <Notice tone="danger">
          <p>{refusal.message}</p>
          {refusal.code === EXPIRED &&
            (changePasswordUrl === null ? (
              <p>To set a new one, contact an administrator.</p>
            ) : (
              <p>
                <a href={changePasswordUrl} rel="noopener noreferrer">
                  Change your password
                </a>
                , then sign in with the new one.
              </p>
            ))}
        </Notice>
      )}
    </div>
  )
}

const LoginForm = () => {
  const { config } = useShell()
  const withPassword = config.loginMode === 'form'
  const { signIn, busy, refusal } = useSignIn()
  const { form, submit, field, email } = useLoginForm(withPassword, (values, clearPassword) => {
    void signIn(withPassword ? { way: 'password', ...values } : { way: 'sso', loginHint: values.email }).then(
      (isAnswered) => isAnswered && clearPassword(),
    )
  })
  useEffect(() => {
    if (isNothingFocused()) form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }, [form])
  const forgot = <Link to="/forgotpwd">Forgot Password?</Link>
  return (
    <form ref={form} className="cs-stack cs-login" noValidate aria-busy={busy} onSubmit={submit}>
      {refusal === null ? <SessionNotice /> : null}
      <ErrorBanner refusal={refusal} />
      <OfflineNote />
      <LoginField label="Email Address" type="email" autoComplete="username" {...field('email')} />
      {withPassword ? (
        <LoginField
          label="Password"
          type="password"
          autoComplete="current-password"
          aside={forgot}
          {...field('password')}
        />
      ) : null}
      <Button type="submit" look="primary" size="large" disabled={busy}>
        Sign in
      </Button>
      {withPassword ? (
        <>
          <p className="cs-meta cs-or">or</p>
          <Button size="large" disabled={busy} onClick={() => void signIn({ way: 'sso', loginHint: email })}>
            Sign in with single sign-on
          </Button>
        </>
      ) : (
        <p className="cs-note">{forgot}</p>
      )}
    </form>
  )
}

/**
 * The sign-in screen, word for word from the specification. A signed-in person goes to `next` or the home page (D-5).
 */
export const Login = () => {
  usePageTitle('Sign in')
  const { config } = useShell()
  const [search] = useSearchParams()
  const state = useSessionState()
  if (state.status === 'active') return <Navigate to={safeNext(search.get('next')) ?? homePath()} replace />
  return (
    <PlainLayout>
      <div className="cs-row cs-row--between">
        <h1>Welcome to {config.productName}</h1>
        <EnvironmentBadge />
      </div>
      <LoginForm />
    </PlainLayout>
  )
}
