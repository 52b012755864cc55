import { useLayoutEffect, useRef, type PointerEvent } from 'react'
import type { Choice } from '../../language/evidence.ts'
import './combobox.css'

/** Choices that a list shows at once. */
export const MOST_OFFERED = 50
const GAP_PX = 4
const LEAST_PX = 160

/** The next option for a key, or `undefined` if the key does not move. */
export function movedTo(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % count
  return key === 'ArrowUp' ? (active <= 0 ? count : active) - 1 : undefined
}

/** Places the list in the top layer, below its field or above it, so that no dialog cuts it off. */
function place(list: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect()
  const below = window.innerHeight - bottom
  const isAbove = below < LEAST_PX && top > below
  const room = (isAbove ? top : below) - 2 * GAP_PX
  Object.assign(list.style, {
    left: `${left}px`,
    width: `${width}px`,
    maxHeight: `${Math.min(room, 320)}px`,
    top: isAbove ? 'auto' : `${bottom + GAP_PX}px`,
    bottom: isAbove ? `${window.innerHeight - top + GAP_PX}px` : 'auto',
  })
}

interface OptionsProps {
  readonly id: string
  readonly choices: readonly Choice[]
  readonly chosen: string
  readonly active: number
  readonly emptyText: string
  readonly onChoose: (choice: Choice) => void
}

/** No element of HTML is a list whose choices are made in another field. */
const listbox = { role: 'listbox', 'aria-label': 'Choices' } as const

/** The list of choices of a field, which keeps the focus. */
export const Options = ({ id, choices, chosen, active, emptyText, onChoose }: OptionsProps) => {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = list.current
    const field = document.getElementById(id)
    if (own === null || field === null) return
    own.showPopover()
    const follow = () => place(own, field)
    follow()
    window.addEventListener('resize', follow)
    window.addEventListener('scroll', follow, true)
    return () => {
      window.removeEventListener('resize', follow)
      window.removeEventListener('scroll', follow, true)
    }
  }, [id])
  useLayoutEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const optionOf = (choice: Choice, index: number) => ({
    id: `${id}-${index}`,
    className: 'cs-item',
    role: 'option',
    tabIndex: -1,
    'aria-selected': index === active,
    'data-active': index === active || undefined,
    'data-chosen': choice.value === chosen || undefined,
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    onClick: () => onChoose(choice),
  })
  return (
    <div ref={list} popover="manual" className="cs-options">
      <div {...listbox} id={`${id}-list`}>
        {choices.slice(0, MOST_OFFERED).map((choice, index) => (
          <div key={choice.value} {...optionOf(choice, index)}>
            {choice.label}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="cs-meta cs-options-note">{emptyText}</p>}
      {choices.length > MOST_OFFERED && <p className="cs-meta cs-options-note">Type more to narrow the list</p>}
    </div>
  )
}
