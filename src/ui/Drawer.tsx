import { useId, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Modal } from './Modal.tsx'

interface DrawerProps {
  readonly title: string
  /**
   * Its position: the right edge, the middle of the screen, or the bottom. On a phone the first two fill the screen.
   */
  readonly kind?: 'drawer' | 'view' | 'sheet'
  /** The owner of the content. */
  readonly of?: string
  /** A link to a related page, shown in the header. */
  readonly aside?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Content to view or fill in above its page, with a title and a close button. */
export const Drawer = ({ title, kind = 'drawer', of, aside, onClose, children }: DrawerProps) => {
  const id = useId()
  return (
    <Modal kind={kind} labelledBy={id} describedBy={of === undefined ? undefined : `${id}-of`} onClose={onClose}>
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
