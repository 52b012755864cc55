import { Icon } from '../ui/Icon.tsx'

interface ChipProps {
  readonly section: string
  readonly value: string
  readonly onRemove: () => void
}

/** A filter that holds, 'State: Lent', as a button that takes it away. */
export const Chip = ({ section, value, onRemove }: ChipProps) => (
  <button type="button" className="cs-chip" aria-label={`Remove filter ${section}: ${value}`} onClick={onRemove}>
    <span className="cs-muted">{section}:</span>
    {value}
    <Icon name="close" />
  </button>
)
