import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { personName, roleLabel, type Session } from '../auth/session.ts'
import { initials } from '../ui/initials.ts'
import { installedConsole } from '../console/installedConsole.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { usePopover } from '../ui/Menu.tsx'

/** True if hovering opens the popover: only on wide screens with a real pointer (D-25). */
const hovers = () => matchMedia('(min-width: 1201px) and (hover: hover)').matches

/** How the popover was opened. A click pins it. Moving the pointer away closes it only if hovering opened it. */
type Opened = 'hover' | 'click' | null

const usePersonPopover = () => {
  const { isOpen, setOpen, close, button, root } = usePopover()
  const opened = useRef<Opened>(null)
  useEffect(() => {
    if (!isOpen) opened.current = null
  }, [isOpen])
  const open = (how: Opened) => {
    opened.current = how
    setOpen(true)
  }
  const hover = {
    onMouseEnter: () => {
      if (!isOpen && hovers()) open('hover')
    },
    onMouseLeave: () => {
      if (opened.current === 'hover') close()
    },
  }
  const press = {
    onClick: () => (isOpen && opened.current === 'click' ? close() : open('click')),
  }
  return { isOpen, close, button, root: { ...root, ...hover }, press }
}

interface PersonLink {
  readonly to: string
  readonly label: string
  readonly icon: IconName
}

const links = [
  { to: '/sessions', label: 'Sessions', icon: 'details' },
  { to: '/settings', label: 'Settings', icon: 'settings' },
  { to: '/signout', label: 'Sign-out', icon: 'signOut' },
] as const satisfies readonly PersonLink[]

/** Links to the pages that the console registers for the person. */
const ownLinks = (): readonly PersonLink[] =>
  installedConsole().routes.flatMap(({ path, personLink }) =>
    personLink === undefined ? [] : [{ to: path, label: personLink, icon: 'person' as const }],
  )

const driftLink: PersonLink = { to: '/drift', label: 'Schema drift', icon: 'details' }

const LinkIn = ({ to, label, icon, onClick }: PersonLink & { readonly onClick: () => void }) => (
  <li>
    <Link to={to} className="cs-item" onClick={onClick}>
      <Icon name={icon} /> {label}
    </Link>
  </li>
)

/** The initials badge with its popover: name, e-mail, role, the console's own links, Settings and Sign-out. */
export const PersonMenu = ({ session }: { readonly session: Session }) => {
  const { isOpen, close, button, root, press } = usePersonPopover()
  const name = personName(session)
  const mark = initials(session.firstName, session.lastName, session.email)
  return (
    <div className="cs-menu" {...root}>
      <button
        ref={button}
        type="button"
        className="cs-badge-button"
        aria-expanded={isOpen}
        aria-controls="cs-person"
        aria-label={`${mark}: ${name}`}
        {...press}
      >
        <span className="cs-initials">{mark}</span>
      </button>
      <div id="cs-person" className="cs-panel cs-panel--end cs-person" hidden={!isOpen}>
        <div className="cs-person-facts">
          <p className="cs-person-name">{name}</p>
          <p className="cs-muted">{session.email}</p>
          {session.role === '' ? null : <p className="cs-badge">{roleLabel(session.role)}</p>}
        </div>
        <ul>
          {[...ownLinks(), ...(session.mayInspect ? [driftLink] : []), ...links].map((link) => (
            <LinkIn key={link.to} {...link} onClick={close} />
          ))}
        </ul>
      </div>
    </div>
  )
}
