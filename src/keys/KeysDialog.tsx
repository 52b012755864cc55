import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { keysOfPage } from '../ui/useKeys.ts'

/** How a key is written. */
const written = (key: string): string => (key === 'ctrl+k' ? 'Ctrl K' : key.length === 1 ? key.toUpperCase() : key)

/** Keys that are no commands, by the role of what has them. */
const keysByRole = [
  { role: 'grid', keys: '↑ ↓ ← →', label: 'Move in the table; Home and End within a row' },
  { role: 'grid', keys: 'PgUp PgDn', label: 'Move in the table by a screenful of rows' },
  { role: 'toolbar', keys: '← →', label: 'Move within a toolbar, such as the top bar or the title’s buttons' },
] as const

interface KeysDialogProps {
  /** The keys of what is open above the page. */
  readonly keys?: ReturnType<typeof keysOfPage>
  readonly onClose: () => void
}

/** The keys of the page, its table and its toolbars, or of what is open above it. */
export const KeysDialog = ({ keys: own, onClose }: KeysDialogProps) => {
  // The dialog itself turns single keys off while it is open, not their list.
  const [keys] = useState(own ?? keysOfPage)
  const [ofRoles] = useState(() =>
    keysByRole.filter(({ role }) => own === undefined && document.querySelector(`[role="${role}"]`) !== null),
  )
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
        {ofRoles.map((each) => (
          <div key={each.label}>
            <dt>
              <kbd>{each.keys}</kbd>
            </dt>
            <dd>{each.label}</dd>
          </div>
        ))}
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
