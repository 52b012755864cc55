import { homePath } from '../console/installedConsole.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from 'react-router-dom'
import { useSession, useShell } from '../ShellContext.ts'
import { EnvironmentBadge } from './EnvironmentBadge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MainMenu } from './MainMenu.tsx'
import { Logo } from './Logo.tsx'
import type { MenuEntry } from './menuEntries.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { ProgressLine } from './ProgressLine.tsx'

const SignInLink = () => (
  <Link to="/login" className={buttonClass({ look: 'quiet' })} aria-label="Sign in" title="Sign in">
    <Icon name="signIn" />
  </Link>
)

/** The top bar: product, Menu, environment, person. The only chrome of the console. */
export const Header = ({ menu }: { readonly menu: readonly MenuEntry[] }) => {
  const { config } = useShell()
  const session = useSession()
  return (
    <header className="cs-header">
      <a className="cs-skip" href="#main">
        Skip to content
      </a>
      <Link to={session === null ? '/login' : homePath()} className="cs-brand">
        <Logo />
        <span className="cs-brand-name">{config.productName}</span>
      </Link>
      {session === null ? null : <MainMenu menu={menu} />}
      <span className="cs-header-space" />
      <EnvironmentBadge />
      {session === null ? <SignInLink /> : <PersonMenu session={session} />}
      <ProgressLine />
    </header>
  )
}
