import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { keysOfPage } from '../ui/useKeys.ts'

/** How a key is written. */
const written = (key: string): string => (key === 'ctrl+k' ? 'Ctrl K' : key.length === 1 ? key.toUpperCase() : key)

interface KeysDialogProps {
  /** The keys of what is open above the page. */
  readonly keys?: ReturnType<typeof keysOfPage>
  readonly onClose: () => void
}

/** The keys of the page and of its table, or of what is open above it. */
export const KeysDialog = ({ keys: own, onClose }: KeysDialogProps) => {
  // The dialog itself turns single keys off while it is open, not their list.
  const [keys] = useState(own ?? keysOfPage)
  const [hasTable] = useState(() => own === undefined && document.querySelector('[role="grid"]') !== null)
  return (
    <Dialog
      title="Keys"
      onCancel={onClose}
      onSubmit={onClose}
      buttons={
        <Button type="submit" data-first="">
          Close
        </Button>
      }
    >
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
