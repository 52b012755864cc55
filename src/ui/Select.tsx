import type { ComponentProps } from 'react'
import type { Choice } from '../../language/evidence.ts'

interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'onChange'> {
  readonly choices: readonly Choice[]
  /** The text while nothing is chosen. */
  readonly placeholder: string
  /** Keeps its value and its focus. */
  readonly isReadOnly?: boolean
  /** True if a choice can be changed, but not taken back. */
  readonly isFinal?: boolean
  readonly onChoose: (value: string) => void
}

export const Select = (props: SelectProps) => {
  const { choices, placeholder, isReadOnly, isFinal = false, onChoose, className = '', ...rest } = props
  return (
    <select
      className={`cs-input ${className}`}
      aria-disabled={isReadOnly}
      onChange={({ target }) => {
        if (isReadOnly !== true) onChoose(target.value)
      }}
      {...rest}
    >
      <option value="" disabled={isFinal}>
        {placeholder}
      </option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
