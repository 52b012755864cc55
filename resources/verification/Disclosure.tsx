import type { ReactNode } from 'react'
import { Icon } from '../../src/ui/Icon.tsx'

interface DisclosureProps {
  readonly title: ReactNode
  readonly count?: number
  readonly children: ReactNode
}

/** Something that is looked at now and then: closed at first, opened in place. */
export const Disclosure = ({ title, count, children }: DisclosureProps) => (
  <details className="cs-disclose">
    <summary>
      <Icon name="chevron" />
      {title}
      {count !== undefined && <span className="cs-muted">{count}</span>}
    </summary>
    <div className="cs-disclose-body">{children}</div>
  </details>
)
