import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { keysOfPage } from '../ui/useKeys.ts'

/** How a key is written. */
const written = (key: string): string => (key === 'ctrl+k' ? 'Ctrl K' : key.toUpperCase())

/** The keys of the page, and of its table. */
export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => {
  // The dialog itself turns single keys off while it is open, not their list.
  const [keys] = useState(keysOfPage)
  const [hasTable] = useState(() => document.querySelector('[role="grid"]') !== null)
  return (
    <Dialog title="Keys" onCancel={onClose} onSubmit={onClose} buttons={<Button type="submit">Close</Button>}>
      <dl className="cs-keys">
        {keys.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{written(key)}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        {hasTable && (
          <div>
            <dt>
              <kbd>↑ ↓ ← →</kbd>
            </dt>
            <dd>Move in the table; Home and End within a row</dd>
          </div>
        )}
      </dl>
      <p className="cs-meta cs-muted">
        Single keys can be turned off in{' '}
        <Link to="/settings" onClick={onClose}>
          Settings
        </Link>
        .
      </p>
    </Dialog>
  )
}
