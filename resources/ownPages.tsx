import { useParams } from 'react-router-dom'
import { personName, roleLabel } from '../src/auth/session.ts'
import { useSession } from '../src/auth/ShellContext.ts'
import { ExceptionPage } from '../src/layout/ExceptionPage.tsx'
import { usePageTitle } from '../src/layout/usePageTitle.ts'
import { AddressNote } from '../src/ui/AddressNote.tsx'
import { FactLine, Facts } from '../src/ui/Facts.tsx'

/** `/investments`: the signed-in person's own profile, read-only (D-22). */
export const Profile = () => {
  usePageTitle('Account')
  const session = useSession()
  if (session === null) return null
  const facts = [
    ['Name', personName(session)],
    ['Email', session.email],
    ['Role', roleLabel(session.role) || '-'],
    ['User ID', session.userId],
  ] as const
  return (
    <section className="cs-stack cs-page">
      <h1>Account</h1>
      <AddressNote />
      <Facts kind="lines">
        {facts.map(([label, value]) => (
          <FactLine key={label} label={label}>
            {label === 'User ID' ? <code>{value}</code> : value}
          </FactLine>
        ))}
      </Facts>
      <p className="cs-muted">Your name, e-mail address and role are kept by the identity provider.</p>
    </section>
  )
}

/** `/enhancer/exception/403`, `404` and `500` (D-3); any other number is an unknown page. */
export const LegacyException = () => {
  const { code } = useParams()
  return <ExceptionPage code={code === '403' ? 403 : code === '500' ? 500 : 404} />
}
