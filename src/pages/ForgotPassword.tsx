import { Link } from 'react-router-dom'
import { AddressNote } from '../ui/AddressNote.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useShell } from '../auth/ShellContext.ts'

/** Links to the identity provider's recovery page, or says to contact an administrator (D-20). */
export const ForgotPassword = () => {
  usePageTitle('Forgot Password')
  const { forgotPasswordUrl } = useShell().config
  return (
    <section className="cs-stack cs-page">
      <h1>Forgot Password?</h1>
      <AddressNote />
      {forgotPasswordUrl === null ? (
        <p>To set a new password, contact an administrator.</p>
      ) : (
        <>
          <p>Your password belongs to the identity provider. Set a new one there, then come back and sign in.</p>
          <a className={buttonClass({ look: 'primary' })} href={forgotPasswordUrl} rel="noopener noreferrer">
            Set a new password
          </a>
        </>
      )}
      <p>
        <Link to="/login">Back to sign in</Link>
      </p>
    </section>
  )
}
