import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Choice } from '../../language/evidence.ts'
import { MOST_OFFERED, movedTo, Options } from './Options.tsx'

/** A choice that is offered for what is typed. */
export interface OfferedChoice extends Choice {
  /** True for the only one, if the typed text is a whole value of it: it is taken without a choice. */
  readonly isMeant: boolean
  /** True for the only one, if the typed text can't be sent itself: Enter takes it. */
  readonly isOnly: boolean
}

interface Offered {
  readonly control: {
    readonly role: 'combobox'
    readonly 'aria-autocomplete': 'list'
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string | undefined
    readonly 'aria-activedescendant': string | undefined
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onFocus: () => void
  }
  readonly list: ReactNode
  /** Closes the list when the field is left. */
  readonly leave: () => void
}

/**
 * Offers choices below a text field that keeps any text. Arrow keys move, Enter takes the chosen one, Escape closes. No choice
 * is active before an arrow key is pressed, so that Enter does not take one by accident. The only one is taken by Enter, and
 * one that is meant also once the field is left.
 */
export function useOffered(id: string, choices: readonly OfferedChoice[], onChoose: (value: string) => void): Offered {
  const [hasFocus, setFocus] = useState(false)
  const [last, setLast] = useState({ choices, active: -1, isClosed: false })
  const { active, isClosed } = last.choices === choices ? last : { active: -1, isClosed: false }
  const isOpen = hasFocus && choices.length > 0 && !isClosed
  const close = () => setLast({ choices, active: -1, isClosed: true })
  const choose = (choice: Choice) => {
    close()
    onChoose(choice.value)
  }
  const meant = isClosed ? undefined : choices.find(({ isMeant }) => isMeant)
  const isLeft = !hasFocus && meant !== undefined
  useEffect(() => {
    if (isLeft) onChoose(meant.value)
  }, [isLeft, meant, onChoose])
  const press = (event: KeyboardEvent) => {
    const chosen = isOpen ? (choices[active] ?? meant ?? choices.find(({ isOnly }) => isOnly)) : undefined
    const next = movedTo(event.key, isOpen ? active : -1, Math.min(choices.length, MOST_OFFERED))
    if (next !== undefined) setLast({ choices, active: next, isClosed: false })
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }
  return {
    control: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen && choices[active] !== undefined ? `${id}-${active}` : undefined,
      onKeyDown: press,
      onFocus: () => setFocus(true),
    },
    list: isOpen && <Options {...{ id, choices, active }} chosen="" emptyText="" onChoose={choose} />,
    leave: () => setFocus(false),
  }
}
