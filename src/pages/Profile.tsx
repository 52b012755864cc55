import { Facts } from '../ui/Facts.tsx'
import { personName, roleLabel } from '../auth/person.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useSession } from '../ShellContext.ts'

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
    <section className="cs-stack cs-page cs-page--narrow">
      <h1>Account</h1>
      <Facts kind="lines">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{label === 'User ID' ? <code>{value}</code> : value}</dd>
          </div>
        ))}
      </Facts>
      <p className="cs-muted">Your name, e-mail address and role are kept by the identity provider.</p>
    </section>
  )
}
