import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useId,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Button } from './Button.tsx'
import { nextIndex } from './lineKeys.ts'
import { Icon, type IconName } from './Icon.tsx'

/**
 * A button that opens a panel below it. Escape closes the panel and returns the focus. A click or focus elsewhere
 * closes it. `closeBack` closes it and returns the focus. Spread `root` on the element that contains both.
 */
export const usePopover = () => {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const closeBack = useCallback(() => {
    setOpen(false)
    button.current?.focus()
  }, [])

  useEffect(() => {
    if (!isOpen) return
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) close()
    }
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      if (root.current?.contains(document.activeElement)) button.current?.focus()
      close()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen, close])

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) close()
  }
  return { isOpen, setOpen, close, closeBack, button, root: { ref: root, onBlur } }
}

/** Lets a panel end where the window does. */
export const fitPanel = (panel: HTMLElement | null): void =>
  panel?.style.setProperty('--cs-room', `${window.innerHeight - panel.getBoundingClientRect().top - 8}px`)

interface MenuProps {
  readonly label: string
  /** Its whole name, with the label in it, where the label does not tell what it is. */
  readonly name?: string | undefined
  readonly icon: IconName
  /** True when something in the menu is chosen. The button's look shows it. */
  readonly isActive?: boolean
  readonly children: (close: () => void) => ReactNode
}

const itemsOf = (panel: HTMLElement | null): readonly HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
]

const startingWith = (items: readonly HTMLElement[], index: number, key: string): HTMLElement | undefined => {
  if (key.length !== 1 || key === ' ') return undefined
  const turned = [...items.slice(index + 1), ...items.slice(0, index + 1)]
  return turned.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}

/**
 * A button with a menu below it. Arrow keys, Home, End and first letters move; Escape closes and returns the focus; Tab
 * leaves. Its items have a `menuitem…` role.
 */
export const Menu = ({ label, name, icon, isActive = false, children }: MenuProps) => {
  const { isOpen, setOpen, closeBack, button, root } = usePopover()
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const shown = panel.current
    // Where it would not end within the window, it ends where its button does.
    const isCut = shown !== null && shown.getBoundingClientRect().right > document.documentElement.clientWidth
    shown?.classList.toggle('cs-panel--end', isCut)
    fitPanel(shown)
  }, [isOpen])

  useEffect(() => {
    if (!isOpen) return
    const items = itemsOf(panel.current)
    const first = items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0]
    first?.focus()
    first?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  const move = (event: KeyboardEvent) => {
    const items = itemsOf(panel.current)
    const index = items.findIndex((item) => item === document.activeElement)
    const next = nextIndex(event.key, index, items.length, ['ArrowUp', 'ArrowDown'])
    const target = next === undefined ? startingWith(items, index, event.key) : items[next]
    if (next !== undefined) event.preventDefault()
    target?.focus()
  }

  return (
    <div className="cs-menu" {...root}>
      <Button
        ref={button}
        look={isActive ? 'active' : 'outline'}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
        <span className="cs-ellipsis">{label}</span>
        <Icon name="chevron" />
      </Button>
      {isOpen && (
        <div
          className="cs-panel"
          id={id}
          role="menu"
          aria-label={name ?? label}
          ref={panel}
          tabIndex={-1}
          onKeyDown={move}
        >
          {children(closeBack)}
        </div>
      )}
    </div>
  )
}

interface MenuItemProps {
  /** Missing for a command, which has no state. */
  readonly kind?: 'radio' | 'checkbox'
  readonly isChecked?: boolean
  readonly isDisabled?: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** One choice of a menu, with a mark while it is active, or one command. */
export const MenuItem = ({ kind, isChecked, isDisabled = false, onChoose, children }: MenuItemProps) => (
  <button
    type="button"
    className="cs-item cs-menu-item"
    role={`menuitem${kind ?? ''}`}
    aria-checked={isChecked}
    aria-disabled={isDisabled}
    tabIndex={-1}
    onClick={isDisabled ? undefined : onChoose}
  >
    <span className="cs-menu-mark">{isChecked === true && <Icon name="check" />}</span>
    {children}
  </button>
)
