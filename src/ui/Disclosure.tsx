import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface DisclosureProps {
  readonly title: ReactNode
  readonly count?: number
  readonly className?: string
  readonly onToggle?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A section for occasional use: closed at first, and opened in place. */
export const Disclosure = ({ title, count, className = '', onToggle, children }: DisclosureProps) => (
  <details
    className={`cs-disclosure ${className}`}
    onToggle={({ currentTarget }) => {
      onToggle?.(currentTarget.open)
    }}
  >
    <summary>
      <Icon name="chevron" />
      {title}
      {count !== undefined && <span className="cs-muted">{count}</span>}
    </summary>
    <div className="cs-disclosure-body">{children}</div>
  </details>
)
