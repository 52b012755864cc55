import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { homePath } from '../console/installedConsole.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useShell } from '../ShellContext.ts'
import { PlainLayout } from './PlainLayout.tsx'

/** The end of a sign-in in a window of its own: tells the tab that waits for it, and closes. */
export const SignedIn = () => {
  usePageTitle('Signed in')
  const { sessionManager } = useShell()
  useEffect(() => {
    sessionManager.announce()
    window.close()
  }, [sessionManager])
  return (
    <PlainLayout>
      <h1>You are signed in</h1>
      <p>Your other tab goes on. You can close this window.</p>
      <Link to={homePath()} className={buttonClass()}>
        Return home
      </Link>
    </PlainLayout>
  )
}
