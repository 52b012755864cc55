import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { NavLink } from 'react-router-dom'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { MenuEntry } from './menuEntries.ts'
import { usePopover } from '../ui/usePopover.ts'

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => (index >= last ? 0 : index + 1),
  ArrowUp: (index, last) => (index <= 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** The Menu dropdown: links, walked with the arrow keys as well as with Tab. */
export const MainMenu = ({ menu }: { readonly menu: readonly MenuEntry[] }) => {
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
  if (menu.length === 0) return null
  return (
    <nav aria-label="Main">
      <div className="cs-disclosure" {...root}>
        <Button
          ref={button}
          look="quiet"
          aria-expanded={isOpen}
          aria-controls="cs-main-menu"
          onClick={() => setOpen(!isOpen)}
          onKeyDown={walk}
        >
          Menu <Icon name="chevron" />
        </Button>
        <ul id="cs-main-menu" ref={list} className="cs-panel cs-panel--start" hidden={!isOpen}>
          {menu.map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} className="cs-panel-link" onClick={close} onKeyDown={walk}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
