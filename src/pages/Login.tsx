import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { Button } from '../ui/Button.tsx'
import { sessionEndMessage } from '../auth/sessionEndMessage.ts'
import { safeNext } from '../auth/safeNext.ts'
import { homePath } from '../console/installedConsole.tsx'
import { signedInPath } from '../auth/signInWindow.ts'
import { EnvironmentBadge } from '../layout/EnvironmentBadge.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useSessionState, useShell } from '../ShellContext.ts'
import { LoginField } from './LoginField.tsx'
import { PlainLayout } from './PlainLayout.tsx'
import { useLoginForm } from './useLoginForm.ts'
import { useSignIn } from './useSignIn.ts'

const beside = 'Sign in here, and your other tab goes on where you were.'

const Notice = () => {
  const [search] = useSearchParams()
  const state = useSessionState()
  const { changes } = useShell().sessionManager
  const fate = useSyncExternalStore(changes.subscribe, changes.fate)
  if (search.has('signedOut'))
    return (
      <div className="cs-notice cs-notice--success">
        <p>You are signed out.</p>
      </div>
    )
  const isEnded = state.status === 'none' && state.reason === 'expired'
  const isBeside = search.get('next') === signedInPath
  if (!isEnded && !isBeside) return null
  const words = isBeside ? '' : sessionEndMessage(fate, false)
  return (
    <div className="cs-notice cs-notice--info">
      <p>{`Your session has ended. ${words === '' ? '' : `${words} `}${isBeside ? beside : 'Sign in to go on.'}`}</p>
    </div>
  )
}

const ErrorBanner = ({ error }: { readonly error: string | null }) => {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== null) banner.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div role="alert" ref={banner}>
      {error === null ? null : (
        <div className="cs-notice cs-notice--danger">
          <p>{error}</p>
        </div>
      )}
    </div>
  )
}

const LoginForm = () => {
  const { config } = useShell()
  const withPassword = config.loginMode === 'form'
  const { signIn, busy, error } = useSignIn()
  const { form, submit, field, email } = useLoginForm(withPassword, (values, clearPassword) => {
    void signIn(withPassword ? { way: 'password', ...values } : { way: 'sso', loginHint: values.email }).then(
      clearPassword,
    )
  })
  const forgot = <Link to="/forgotpwd">Forgot Password?</Link>
  return (
    <form ref={form} className="cs-login" noValidate aria-busy={busy} onSubmit={submit}>
      {error === null ? <Notice /> : null}
      <ErrorBanner error={error} />
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
          <p className="cs-or">or</p>
          <Button size="large" disabled={busy} onClick={() => void signIn({ way: 'sso', loginHint: email })}>
            Sign in with single sign-on
          </Button>
        </>
      ) : (
        <p className="cs-login-aside">{forgot}</p>
      )}
    </form>
  )
}

/** The sign-in screen, word for word; somebody who is signed in goes on to the wanted page or the accounts (D-5). */
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
