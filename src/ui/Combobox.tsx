import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import type { Choice } from '../../language/evidence.ts'
import { MOST_OFFERED, movedTo, Options } from './Options.tsx'

interface ComboboxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'role'> {
  readonly id: string
  readonly value: string
  /** All choices, or with `onSearch` those that were found. */
  readonly choices: readonly Choice[]
  /** The label of the value, if it may be missing among the choices. */
  readonly chosenLabel?: string | undefined
  /** Keeps its value and its focus. */
  readonly isReadOnly?: boolean | undefined
  readonly onChoose: (value: string) => void
  /** Finds the choices for a typed text. Without it, the choices whose label contains the text are offered. */
  readonly onSearch?: ((text: string) => void) | undefined
  /** The text of the list while it has no choice. */
  readonly emptyText?: string
}

const plain = (text: string): string => text.trim().toLowerCase()

type Searched = Pick<ComboboxProps, 'value' | 'choices' | 'isReadOnly' | 'onChoose' | 'onSearch'>

/** The state of a combobox: the typed text, the offered choices, and the one that Enter would choose. */
function useCombobox({ value, choices, isReadOnly = false, onChoose, onSearch }: Searched) {
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const isWhole = onSearch !== undefined || text === undefined
  const offered = isWhole ? choices : choices.filter((choice) => plain(choice.label).includes(plain(text)))

  const open = () => {
    if (isReadOnly || isOpen) return
    setOpen(true)
    setActive(offered.findIndex((choice) => choice.value === value))
    onSearch?.('')
  }
  const close = () => {
    setOpen(false)
    setText(undefined)
    setActive(-1)
  }
  const choose = (choice: Pick<Choice, 'value'> | undefined) => {
    if (choice !== undefined && choice.value !== value) onChoose(choice.value)
    close()
  }
  const type = (typed: string) => {
    if (isReadOnly) return
    setText(typed)
    setOpen(true)
    setActive(typed.trim() === '' ? -1 : 0)
    onSearch?.(typed)
  }
  const settle = () => {
    if (text?.trim() === '') choose({ value: '' })
    else choose(text === undefined ? undefined : offered.find((choice) => plain(choice.label) === plain(text)))
  }
  const press = (event: KeyboardEvent) => {
    const next = movedTo(event.key, active, Math.min(offered.length, MOST_OFFERED))
    if (next !== undefined && !isOpen) open()
    else if (next !== undefined) setActive(next)
    else if (isOpen && event.key === 'Escape') close()
    else if (isOpen && event.key === 'Enter') choose(offered[active])
    else return
    event.preventDefault()
  }
  return { text, active, isOpen, offered, open, choose, type, settle, press }
}

/**
 * A choice of one of many values, found by typing. Arrow keys move, Enter chooses, Escape closes. A typed text that is
 * no choice is not kept; an empty one takes the choice back.
 */
export const Combobox = ({ onChoose, onSearch, ...props }: ComboboxProps) => {
  const { value, choices, chosenLabel, isReadOnly, emptyText = 'Nothing found', ...rest } = props
  const { id, onBlur } = rest
  const { text, active, isOpen, offered, ...does } = useCombobox({ ...props, onChoose, onSearch })
  const label = choices.find((choice) => choice.value === value)?.label ?? chosenLabel ?? value
  return (
    <>
      <input
        {...rest}
        className="cs-input cs-combobox"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        value={text ?? label}
        readOnly={isReadOnly}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && offered[active] !== undefined ? `${id}-${active}` : undefined}
        onClick={does.open}
        onFocus={({ target }) => target.select()}
        onKeyDown={does.press}
        onChange={({ target }) => does.type(target.value)}
        onBlur={(event) => {
          does.settle()
          onBlur?.(event)
        }}
      />
      {isOpen && <Options {...{ id, active, emptyText }} choices={offered} chosen={value} onChoose={does.choose} />}
    </>
  )
}
