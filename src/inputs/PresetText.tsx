import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { KeyHint } from '../ui/KeyHint.tsx'
import { isTopDialog } from '../ui/noticesHost.ts'
import { presetName } from './fieldErrors.ts'
import './presets.css'

interface PresetTextProps {
  readonly name: string
  /** The label of the field. */
  readonly label: string
  /** The id of what is wrong with it. */
  readonly errorId: string | undefined
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

type Press = Pick<KeyboardEvent, 'code' | 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The number of a digit's key from 1 on, and 0 for all other keys; with Alt, the key may type another character. */
function digitOf({ code, key, repeat, ctrlKey, metaKey, altKey }: Press): number {
  if (repeat || ctrlKey || metaKey) return 0
  return Number(altKey ? (/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? 0) : (/^\d$/.exec(key)?.[0] ?? 0))
}

/** True for a key that types a character, other than the one that chooses. */
const isTyped = ({ key, repeat, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !repeat && !ctrlKey && !metaKey

/** True for a control of a dialog that takes no digits. */
const isTick = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'checkbox'

/**
 * Takes the digit that is pressed with Alt wherever the focus is, or alone where it is on what can be ticked, while the
 * dialog of the group is on top.
 *
 * @param take returns true for a digit that it has used; `isChord`: with Alt
 */
function useChord(group: RefObject<HTMLElement | null>, take: (digit: number, isChord: boolean) => boolean): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const dialog = group.current?.closest('dialog')
      const { altKey: isChord, target } = event
      if (dialog == null || !isTopDialog(dialog) || !(isChord || (isTick(target) && dialog.contains(target as Node))))
        return
      if (latest.current(digitOf(event), isChord)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [group])
}

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

interface Choice extends Pick<PresetTextProps, 'texts' | 'value' | 'isOff' | 'canSend' | 'onChange'> {
  readonly group: RefObject<HTMLElement | null>
  readonly options: readonly string[]
  readonly isOwn: boolean
}

/** How an option is chosen: by a press on it, by keys in the group, and by Alt with its digit. */
function useChoice({ group, options, texts, value, isOwn, isOff, canSend, onChange }: Choice) {
  /** What was typed before a ready-made text was chosen. */
  const typed = useRef('')
  const choose = (option: string) => {
    if (isOff) return
    if (isOwn) typed.current = value
    if (option !== OTHER) return onChange(option)
    if (texts.includes(value)) onChange(typed.current)
    fieldIn(group)?.focus()
  }
  const take = (option: string) => {
    const radio = group.current?.querySelectorAll('input')[options.indexOf(option)]
    radio?.focus()
    // What is sent is what is chosen here.
    flushSync(() => choose(option))
    return radio?.form
  }
  useChord(group, (digit, isChord) => {
    const option = (isChord ? texts : options)[digit - 1]
    if (canSend === undefined || isOff || option === undefined) return false
    const form = take(option)
    if (canSend && isChord) form?.requestSubmit()
    return true
  })
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey) return
    const option = options[digitOf(event) - 1]
    const isFirst = value === '' && (event.key === 'ArrowDown' || event.key === 'ArrowRight')
    if (option === undefined && !isFirst) {
      if (!isTyped(event)) return
      // A word after a ready-made text is a remark about it.
      if (texts.includes(value) && !isOff && /\p{L}/u.test(event.key)) flushSync(() => onChange(`${value}: `))
      fieldIn(group)?.focus()
      return
    }
    event.preventDefault()
    take(option ?? options[0] ?? OTHER)
  }
  return { choose, press }
}

const PresetKeys = ({ count, canSend }: { readonly count: number; readonly canSend: boolean }) => (
  <KeyHint>
    <span>{`1 to ${count} choose · `}</span>
    Ctrl Enter confirms
    {canSend && <span> · Alt 1 does both</span>}
  </KeyHint>
)

/**
 * A text with ready-made ones to choose from: by mouse, arrows, or the digit of each. Other text is typed below, where
 * any other character goes, too.
 */
export const PresetText = ({ name, label, errorId, children, ...field }: PresetTextProps) => {
  const { texts, value, isOff, canSend } = field
  const group = useRef<HTMLDivElement>(null)
  const options = [...texts, OTHER]
  const isOwn = value !== '' && !texts.includes(value)
  useKeptFocus(group, isOwn)
  const { choose, press } = useChoice({ ...field, group, options, isOwn })
  return (
    <>
      <div
        className="cs-presets"
        role="radiogroup"
        aria-label={`Presets for ${label}`}
        aria-invalid={errorId !== undefined}
        tabIndex={-1}
        ref={group}
        onKeyDown={press}
      >
        {options.map((option, index) => (
          <label key={option} className="cs-row cs-preset">
            <input
              type="radio"
              name={presetName(name)}
              checked={option === OTHER ? isOwn : value === option}
              aria-disabled={isOff}
              aria-describedby={errorId}
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
      {canSend !== undefined && <PresetKeys count={options.length} canSend={canSend} />}
    </>
  )
}
