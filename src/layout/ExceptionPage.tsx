import { homePath } from '../model/consoleModel.ts'
import { buttonClass } from '../ui/Button.tsx'
import { MissingPermission } from '../ui/MissingPermission.tsx'
import { Link } from 'react-router-dom'
import type { exceptionTexts } from '../../language/messages.ts'
import { ExceptionState } from '../ui/EmptyState.tsx'
import { usePageTitle } from './usePageTitle.ts'
import { useSession } from '../auth/ShellContext.ts'

interface ExceptionPageProps {
  readonly code: keyof typeof exceptionTexts
  /** For a 403: the permissions, one of which is needed. */
  readonly permissions?: readonly string[]
}

/**
 * Shown for 403, 404 and 500 instead of the page (D-3). 'Return home' goes to the login page without a session (D-4).
 */
export const ExceptionPage = ({ code, permissions = [] }: ExceptionPageProps) => {
  usePageTitle(String(code))
  const session = useSession()
  const target = session === null ? '/login' : homePath()
  return (
    <ExceptionState code={code}>
      {code === 403 && <MissingPermission permissions={permissions} contact={session?.accessContact} />}
      <Link to={target} reloadDocument={code === 500} className={buttonClass()}>
        Return home
      </Link>
    </ExceptionState>
  )
}
