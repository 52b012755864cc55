import { useId, useRef } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { Link } from 'react-router-dom'
import type { AnyDefinition } from '../../language/defineResource.ts'
import { Icon } from '../ui/Icon.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { useModal } from '../ui/useModal.ts'
import { recordPathOf } from '../paths.ts'
import { recordName } from '../table/rowModel.ts'
import type { RowModel } from '../table/rowModel.ts'
import type { Viewed } from '../table/viewOf.ts'

type Content = (props: { readonly definition: AnyDefinition; readonly record: Viewed['record'] }) => ReactNode

interface View {
  readonly Content: Content
  /** The tab of the record's page on which the same is worked on. */
  readonly tab: string
}

/** What a column's dialog shows, by the widget it names. Each is a chunk that the list does not wait for. */
const views: Readonly<Partial<Record<string, View>>> = {
  verification: {
    Content: lazyComponent(
      async () => (await import('../../resources/verification/VerificationView.tsx')).VerificationView,
      <p className="cs-muted">Loading</p>,
    ),
    tab: 'documents',
  },
}

interface ViewDialogProps {
  readonly model: RowModel
  readonly viewed: Viewed
  readonly onClose: () => void
}

/** More about one record of a list, in a dialog over it: which record, what the column opens, and the way to its page. */
export const ViewDialog = ({ model, viewed, onClose }: ViewDialogProps) => {
  const { definition, query } = model
  const { record, view } = viewed
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(ref)
  const shown = views[view.widget]
  const path = recordPathOf(definition, record.id)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  if (shown === undefined) return null
  return (
    <dialog
      className="cs-dialog cs-view-dialog"
      ref={ref}
      aria-labelledby={id}
      aria-describedby={`${id}-of`}
      onCancel={escape}
    >
      <header className="cs-view-head">
        <h2 id={id}>{view.title}</h2>
        <p id={`${id}-of`}>{recordName(definition, record)}</p>
        {path !== undefined && (
          <Link to={`${path}?tab=${shown.tab}`} state={{ list: query }}>
            Open account
          </Link>
        )}
        <button type="button" className="cs-button cs-button--plain" aria-label="Close" data-first="" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="cs-view-body">
        <shown.Content definition={definition} record={record} />
      </div>
    </dialog>
  )
}
