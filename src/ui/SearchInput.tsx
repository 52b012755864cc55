import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface SearchInputProps extends ComponentProps<'input'> {
  /** Its name and its placeholder. */
  readonly label: string
  /** Empties it. Without it there is no button for that. */
  readonly onClear?: () => void
}

export const SearchInput = ({ label, onClear, onKeyDown, ...rest }: SearchInputProps) => (
  <div className="cs-search">
    <Icon name="search" />
    <input
      type="search"
      className="cs-input"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={(event) => {
        // The key that leads here is pressed although the focus is here.
        if (event.key === '/' && rest.value === '') event.preventDefault()
        onKeyDown?.(event)
      }}
      {...rest}
    />
    {onClear !== undefined && rest.value !== '' && (
      <Button look="icon" aria-label="Clear search" onClick={onClear}>
        <Icon name="close" />
      </Button>
    )}
  </div>
)
