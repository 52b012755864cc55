import type { InputProps } from '../../../src/ui/registered.tsx'

export const Stars = ({ id, name, value, isInvalid, isOff, describedBy, onChange }: InputProps) => (
  <input
    type="range"
    min={1}
    max={5}
    value={value === '' ? 1 : value}
    disabled={isOff}
    aria-invalid={isInvalid}
    aria-describedby={describedBy}
    onChange={({ target }) => onChange(target.value)}
    {...{ id, name }}
  />
)
