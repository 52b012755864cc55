import { homePath } from '../model/consoleModel.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from 'react-router-dom'
import { exceptionTexts } from '../../language/messages.ts'
import { usePageTitle } from './usePageTitle.ts'
import { useSession } from '../auth/ShellContext.ts'

/**
 * Shown for 403, 404 and 500 instead of the page (D-3). 'Return home' goes to the login page without a session (D-4).
 */
export const ExceptionPage = ({ code }: { readonly code: keyof typeof exceptionTexts }) => {
  usePageTitle(String(code))
  const target = useSession() === null ? '/login' : homePath()
  return (
    <section className="cs-stack cs-exception" aria-labelledby="cs-exception-text">
      <p className="cs-muted" aria-hidden="true">
        {code}
      </p>
      <h1 id="cs-exception-text">{exceptionTexts[code]}</h1>
      <Link to={target} reloadDocument={code === 500} className={buttonClass()}>
        Return home
      </Link>
    </section>
  )
}
