import { Link } from 'react-router-dom'
import { installedConsole } from '../console/installedConsole.tsx'
import type { ListResource } from '../../language/resource.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { recordPathOf } from '../model/consoleModel.ts'
import { openedFrom, recordName, type RowsPlace } from '../model/rowModel.ts'
import type { Viewed } from '../model/pressed.ts'

interface ViewDialogProps {
  readonly definition: ListResource
  readonly place: RowsPlace
  readonly viewed: Viewed
  readonly onClose: () => void
}

/** More about one record, in a dialog over the list: the record's name, the column's view, and a link to its page. */
export const ViewDialog = ({ definition, place, viewed, onClose }: ViewDialogProps) => {
  const { record, view } = viewed
  const { dialog } = installedConsole().blocks[view.widget] ?? {}
  const path = recordPathOf(definition, record.id)
  if (dialog === undefined) return null
  return (
    <Drawer
      kind="view"
      title={view.title}
      of={recordName(definition, record)}
      aside={
        path !== undefined && (
          <Link to={`${path}?tab=${dialog.link.tab}`} state={openedFrom(place)} referrerPolicy="same-origin">
            {dialog.link.label}
          </Link>
        )
      }
      onClose={onClose}
    >
      <dialog.Content definition={definition} record={record} />
    </Drawer>
  )
}
