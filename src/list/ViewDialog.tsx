import { useId, useRef } from 'react'
import type { SyntheticEvent } from 'react'
import { Link } from 'react-router-dom'
import { installedConsole } from '../console/installedConsole.tsx'
import type { ListResource } from '../../language/resource.ts'
import { Icon } from '../ui/Icon.tsx'
import { useModal } from '../ui/useModal.ts'
import { recordPathOf } from '../console/paths.ts'
import { recordName } from '../table/rowModel.ts'
import type { RowModel } from '../table/rowModel.ts'
import type { Viewed } from '../table/viewOf.ts'

interface ViewDialogProps {
  readonly model: RowModel<ListResource>
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
  const { dialog } = installedConsole().blocks[view.widget] ?? {}
  const path = recordPathOf(definition, record.id)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  if (dialog === undefined) return null
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
          <Link to={`${path}?tab=${dialog.link.tab}`} state={{ list: query }}>
            {dialog.link.label}
          </Link>
        )}
        <button type="button" className="cs-button cs-button--plain" aria-label="Close" data-first="" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="cs-view-body">
        <dialog.Content definition={definition} record={record} />
      </div>
    </dialog>
  )
}
