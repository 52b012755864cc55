import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { home } from '../auth/safeNext.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useShell } from '../ShellContext.ts'
import { Plain } from './Plain.tsx'

/** The end of a sign-in in a window of its own: tells the tab that waits for it, and closes. */
export const SignedIn = () => {
  usePageTitle('Signed in')
  const { keeper } = useShell()
  useEffect(() => {
    keeper.announce()
    window.close()
  }, [keeper])
  return (
    <Plain>
      <h1>You are signed in</h1>
      <p>Your other tab goes on. You can close this window.</p>
      <Link to={home} className="cs-button">
        Return home
      </Link>
    </Plain>
  )
}
