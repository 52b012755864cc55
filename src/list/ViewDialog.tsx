import { Link } from 'react-router-dom'
import { installedConsole } from '../console/installedConsole.tsx'
import type { ListResource } from '../../language/resource.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { recordPathOf } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import type { RowModel } from '../model/rowModel.ts'
import type { Viewed } from '../model/pressed.ts'

interface ViewDialogProps {
  readonly model: RowModel<ListResource>
  readonly viewed: Viewed
  readonly onClose: () => void
}

/** More about one record, in a dialog over the list: the record's name, the column's view, and a link to its page. */
export const ViewDialog = ({ model, viewed, onClose }: ViewDialogProps) => {
  const { definition, query, entry } = model
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
          <Link to={`${path}?tab=${dialog.link.tab}`} state={{ list: query, from: entry }} referrerPolicy="same-origin">
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
