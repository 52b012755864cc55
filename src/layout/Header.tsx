import { useShell, useSession } from '../auth/ShellContext.ts'
import { useRef, type KeyboardEvent } from 'react'
import { NavLink, Link } from 'react-router-dom'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { MenuEntry } from './menuEntries.ts'
import { usePopover } from '../ui/Menu.tsx'
import { homePath } from '../model/consoleModel.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { ProgressLine } from '../ui/Skeleton.tsx'
import { ZoneNote } from './ZoneNote.tsx'

/** Shows the environment's name, except in production. */
export const EnvironmentBadge = () => {
  const { environment } = useShell().config
  return environment === 'prod' ? null : (
    <span className="cs-badge cs-environment cs-ellipsis" title={`Environment: ${environment}`}>
      <span className="cs-visually-hidden">Environment: </span>
      {environment}
    </span>
  )
}

/** The console's logo: a tick, and a second tick that countersigns it. */
export const Logo = ({ size = 24 }: { readonly size?: number }) => (
  <svg className="cs-icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--cs-accent)" />
    <g fill="none" stroke="var(--cs-on-accent)" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      <path d="M4.5 12.6l3.4 3.6 6.3-8.4" strokeOpacity="0.55" />
      <path d="M10.3 14l2.1 2.2 6.9-8.9" />
    </g>
  </svg>
)

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => (index >= last ? 0 : index + 1),
  ArrowUp: (index, last) => (index <= 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** The Menu dropdown. Its links can be reached with the arrow keys and with Tab. */
const MainMenu = ({ menu }: { readonly menu: readonly MenuEntry[] }) => {
  const { isOpen, setOpen, close, button, root } = usePopover()
  const list = useRef<HTMLUListElement>(null)
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    if (step === undefined || links.length === 0) return
    event.preventDefault()
    setOpen(true)
    const index = links.findIndex((link) => link === document.activeElement)
    requestAnimationFrame(() => links[step(index, links.length - 1)]?.focus())
  }
  const groups = [...new Set(menu.map(({ group }) => group))]
  const draw = ({ label, to, Count }: MenuEntry) => (
    <li key={to}>
      <NavLink to={to} className="cs-item" onClick={close} onKeyDown={walk}>
        {label}
        {Count !== undefined && (
          <>
            {' '}
            <Count />
          </>
        )}
      </NavLink>
    </li>
  )
  return (
    <div className="cs-menu" {...root}>
      <Button
        ref={button}
        look="quiet"
        aria-expanded={isOpen}
        aria-controls="cs-main-menu"
        onClick={() => setOpen(!isOpen)}
        onKeyDown={walk}
      >
        Menu {menu.map(({ to, Count }) => Count !== undefined && <Count key={to} />)}
        <Icon name="chevron" />
      </Button>
      <ul id="cs-main-menu" ref={list} className="cs-panel cs-panel--start" hidden={!isOpen}>
        {groups.map((group) => {
          const entries = menu.filter((entry) => entry.group === group).map(draw)
          return group === undefined ? (
            entries
          ) : (
            <li key={group} className="cs-menu-group">
              <span className="cs-meta cs-muted" aria-hidden="true">
                {group}
              </span>
              <ul aria-label={group}>{entries}</ul>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The menu, and the screens that are next to it where there is room. */
const MainNavigation = ({ menu }: { readonly menu: readonly MenuEntry[] }) =>
  menu.length > 0 && (
    <nav aria-label="Main">
      <Toolbar label="Screens" className="cs-bar">
        <MainMenu menu={menu} />
        {menu.map(
          ({ barLabel, to }) =>
            barLabel !== undefined && (
              <NavLink key={to} to={to} className="cs-bar-link">
                {barLabel}
              </NavLink>
            ),
        )}
      </Toolbar>
    </nav>
  )

const SignInLink = () => (
  <Link to="/login" className={buttonClass({ look: 'quiet' })} aria-label="Sign in" title="Sign in">
    <Icon name="signIn" />
  </Link>
)

/** The top bar: product, Menu, environment, person. The console has no other chrome. */
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
        <span className="cs-ellipsis">{config.productName}</span>
      </Link>
      {session !== null && <MainNavigation menu={menu} />}
      <span className="cs-header-space" />
      {session !== null && <ZoneNote />}
      <EnvironmentBadge />
      {session === null ? <SignInLink /> : <PersonMenu session={session} />}
      <ProgressLine />
    </header>
  )
}
