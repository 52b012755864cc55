import type { ChangeEvent, ComponentProps, CompositionEvent, FocusEvent } from 'react'
import type { TextControl } from '../../language/input.ts'
import { Suggestions } from '../ui/Field.tsx'
import { useOffered, type OfferedChoice } from '../ui/useOffered.tsx'
import type { Connected, Drawn } from './InputField.tsx'
import { textIn, trimmed, typedAs } from './inputValue.ts'
import { PresetText } from './PresetText.tsx'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** Rewrites a field's text as its input requires. The caret stays after the same character. */
function rewritten(field: TextElement, input: Drawn): string {
  const { value, selectionStart, selectionEnd } = field
  const text = typedAs(input, value)
  // More follows a dash, full stop or blank at the end, so it is not taken away yet.
  const isUnfinished = text.length < value.length && selectionEnd === value.length && /[\s.\p{Pd}]$/u.test(value)
  if (text === value || isUnfinished) return value
  const caret = (at: number | null) => typedAs(input, value.slice(0, at ?? value.length)).length
  field.value = text
  field.setSelectionRange(caret(selectionStart), caret(selectionEnd))
  return text
}

/** True while the person composes text (IME). It is not rewritten until composition ends. */
const isComposing = ({ nativeEvent }: ChangeEvent<TextElement>): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.isComposing

const selectAll = ({ target }: FocusEvent<TextElement>) => target.select()

/** The keyboard that a phone shows. It has no other effect. */
function inputModeOf({ schema }: Drawn, control: TextControl | undefined): 'email' | 'numeric' | 'decimal' | undefined {
  const { pattern, pii, format, type } = typeof schema === 'object' ? schema : {}
  if (control === 'money' || control === 'number') return type === 'integer' ? 'numeric' : 'decimal'
  if (pii === 'email' || format === 'email') return 'email'
  return pattern?.startsWith('^[0-9]') === true ? 'numeric' : undefined
}

/** The types of the inputs that are filled in by parts. */
const types: Readonly<Record<TextControl, string | undefined>> = {
  lines: undefined,
  number: undefined,
  money: undefined,
  date: 'date',
  dateTime: 'datetime-local',
}

interface TypedProps extends Connected {
  readonly control: TextControl | undefined
}

/** Nothing corrects or completes what people type here: it is about others. */
const asTyped = { autoComplete: 'off', autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false } as const

interface SearchedTextProps {
  readonly line: ComponentProps<'input'> & { readonly id: string }
  readonly offered: readonly OfferedChoice[]
  readonly onChange: (value: string) => void
}

/** A line of text that values are found by: any text may be searched for, so phones show all keys. */
const SearchedText = ({ line, offered, onChange }: SearchedTextProps) => {
  const { control, list, leave } = useOffered(line.id, offered, onChange)
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    leave()
    line.onBlur?.(event)
  }
  return (
    <>
      <input {...line} {...control} onBlur={blur} />
      {list}
    </>
  )
}

/** A value that is typed: a text, a number, an amount, a day or a moment. */
export const TypedControl = ({ id, name, input, control, describedBy, ...props }: TypedProps) => {
  const { value, error, isPreset, isReadOnly, isDisabled, onChange, onBlur } = props
  const { suggestions } = input
  const type = control && types[control]
  const shared = {
    id,
    name,
    value: textIn(value),
    readOnly: isReadOnly,
    disabled: isDisabled,
    placeholder: input.placeholder,
    className: 'cs-input',
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy,
    'aria-required': input.required !== undefined,
    onBlur,
    onFocus: isPreset === true && type === undefined ? selectAll : undefined,
    onChange: (event: ChangeEvent<TextElement>) =>
      onChange(isComposing(event) ? event.target.value : rewritten(event.target, input)),
    onCompositionEnd: (event: CompositionEvent<TextElement>) => onChange(rewritten(event.currentTarget, input)),
  }
  if (control === 'lines') {
    const lines = <textarea rows={suggestions === undefined ? 3 : 2} {...shared} />
    if (suggestions === undefined) return lines
    const { canSend } = props
    return (
      <PresetText
        {...{ name, canSend, onChange }}
        label={input.label}
        errorId={error === undefined ? undefined : shared['aria-describedby']}
        texts={suggestions}
        value={textIn(value)}
        isOff={isReadOnly === true || isDisabled === true}
      >
        {lines}
      </PresetText>
    )
  }
  const leave = ({ target }: FocusEvent<HTMLInputElement>) => {
    const text = typedAs(input, trimmed(input, target.value))
    if (isReadOnly !== true && text !== target.value) onChange(text)
    onBlur?.()
  }
  const line = { ...shared, ...asTyped, type: type ?? 'text', onBlur: leave }
  if (props.offered !== undefined) return <SearchedText {...{ line, onChange }} offered={props.offered} />
  const list = suggestions === undefined ? undefined : `${id}-offered`
  return (
    <>
      <input {...line} inputMode={inputModeOf(input, control)} list={list} />
      <Suggestions id={`${id}-offered`} texts={suggestions} />
    </>
  )
}
