import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useShell } from '../ShellContext.ts'
import { PlainLayout } from './PlainLayout.tsx'
import { Waiting } from './Waiting.tsx'

/** Signs out through the gateway, then leaves with the whole document, so that nothing stays in memory (D-21). */
export const SignOut = () => {
  usePageTitle('Signing out')
  const { authProvider } = useShell()
  const [attempt, setAttempt] = useState(1)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    authProvider.logout().then(
      (target) => window.location.replace(target === false ? '/login?signedOut=1' : target),
      () => setFailed(true),
    )
  }, [authProvider, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  if (!failed) return <Waiting>Signing you out</Waiting>
  return (
    <PlainLayout>
      <h1>You are still signed in</h1>
      <p role="alert">The server could not be reached to end your session. Try again before you leave this machine.</p>
      <Button look="primary" onClick={retry}>
        Try again
      </Button>
    </PlainLayout>
  )
}
