import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Modal } from './Modal.tsx'

interface DrawerProps {
  readonly title: string
  /** Where it is: at the right edge, in the middle of the screen, or at its bottom. A phone shows the first two whole. */
  readonly kind?: 'drawer' | 'view' | 'sheet'
  /** Whose it is. */
  readonly of?: string
  /** A way on from here. */
  readonly aside?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Something to look at or to fill in above the page it belongs to, with a title and a way to close it. */
export const Drawer = ({ title, kind = 'drawer', of, aside, onClose, children }: DrawerProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  return (
    <Modal
      ref={ref}
      kind={kind}
      labelledBy={id}
      describedBy={of === undefined ? undefined : `${id}-of`}
      onClose={onClose}
    >
      <header className="cs-modal-head">
        <h2 id={id}>{title}</h2>
        {of !== undefined && <p id={`${id}-of`}>{of}</p>}
        {aside}
        <Button look="plain" aria-label="Close" data-first={kind === 'sheet' ? undefined : ''} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      <div className="cs-modal-body">{children}</div>
    </Modal>
  )
}
