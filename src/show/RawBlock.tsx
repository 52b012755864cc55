import { useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import type { Row } from '../table/columns.ts'

interface RawBlockProps {
  readonly title: string
  readonly detail: Row
}

/** The whole answer as the gateway let it through, folded until it is wanted. */
export const RawBlock = ({ title, detail }: RawBlockProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="cs-raw" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="chevron" />
        {title}
      </summary>
      {isOpen && <pre>{JSON.stringify(detail, null, 2)}</pre>}
    </details>
  )
}
