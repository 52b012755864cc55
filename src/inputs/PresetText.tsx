import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { KeyHint } from '../ui/KeyHint.tsx'
import { presetName } from './fieldErrors.ts'
import './presets.css'

interface PresetTextProps {
  readonly name: string
  readonly texts: readonly string[]
  readonly value: string
  readonly isOff: boolean
  /** In a dialog: whether Alt with a digit also sends it. */
  readonly canSend: boolean | undefined
  readonly onChange: (text: string) => void
  /** The field for any other text. It shows the chosen one, which can be completed there. */
  readonly children: ReactNode
}

const OTHER = 'Other'

const fieldIn = (group: RefObject<HTMLElement | null>) =>
  group.current?.parentElement?.querySelector<HTMLTextAreaElement>('textarea')

/** The number of a digit's key from 1 on; with Alt, the key may type another character. */
const digitOf = ({ code, key, altKey }: KeyboardEvent): number =>
  altKey ? Number(/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? 0) : Number(/^\d$/.exec(key)?.[0] ?? 0)

/** True for a key that types a character, other than the one that chooses. */
const isTyped = ({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !repeat && !ctrlKey && !metaKey && !altKey

/** In a dialog a text that was kept goes on where it ends: at the first choice, a digit would replace it. */
function useKeptFocus(group: RefObject<HTMLElement | null>, isOwn: boolean): void {
  const isKept = useRef(isOwn)
  useEffect(() => {
    const field = fieldIn(group)
    if (!isKept.current || field?.closest('dialog') == null) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [group])
}

/**
 * A text with ready-made ones to choose from: by mouse, arrows, or the digit of each. Other text is typed below, where
 * any other character goes, too.
 */
export const PresetText = ({ name, texts, value, isOff, canSend, onChange, children }: PresetTextProps) => {
  const group = useRef<HTMLDivElement>(null)
  /** What was typed before a ready-made text was chosen. */
  const typed = useRef('')
  const options = [...texts, OTHER]
  const isOwn = value !== '' && !texts.includes(value)
  useKeptFocus(group, isOwn)
  const choose = (option: string) => {
    if (isOff) return
    if (isOwn) typed.current = value
    if (option !== OTHER) return onChange(option)
    if (texts.includes(value)) onChange(typed.current)
    fieldIn(group)?.focus()
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const option = event.repeat || event.ctrlKey || event.metaKey ? undefined : options[digitOf(event) - 1]
    const isFirst = value === '' && (event.key === 'ArrowDown' || event.key === 'ArrowRight')
    if (option === undefined && !isFirst) {
      if (isTyped(event)) fieldIn(group)?.focus()
      return
    }
    if (event.altKey && (canSend === undefined || option === undefined || option === OTHER)) return
    event.preventDefault()
    const chosen = option ?? options[0] ?? OTHER
    const radio = group.current?.querySelectorAll('input')[options.indexOf(chosen)]
    radio?.focus()
    // What is sent is what is chosen here.
    flushSync(() => choose(chosen))
    if (event.altKey && canSend === true) radio?.form?.requestSubmit()
  }
  return (
    <>
      <div className="cs-presets" role="radiogroup" aria-label="Presets" tabIndex={-1} ref={group} onKeyDown={press}>
        {options.map((option, index) => (
          <label key={option} className="cs-row cs-preset">
            <input
              type="radio"
              name={presetName(name)}
              checked={option === OTHER ? isOwn : value === option}
              aria-disabled={isOff}
              aria-keyshortcuts={String(index + 1)}
              onChange={() => choose(option)}
            />
            {option}
            <kbd className="cs-meta" aria-hidden="true">
              {index + 1}
            </kbd>
          </label>
        ))}
      </div>
      {children}
      {canSend !== undefined && (
        <KeyHint>
          <span>{`1 to ${options.length} choose · `}</span>
          Ctrl Enter confirms
          {canSend && <span> · Alt 1 does both</span>}
        </KeyHint>
      )}
    </>
  )
}
