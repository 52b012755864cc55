import { useCallback, useId, useMemo } from 'react'
import type { ComponentType } from 'react'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import type { Permissions } from '../actions/controlOf.ts'
import { useActionFlow } from '../actions/useActionFlow.ts'
import { useDelegatedClick } from '../ui/useDelegatedClick.ts'
import { NARROW, useMediaQuery } from '../ui/useMediaQuery.ts'
import { pressedActionOf } from '../table/pressedActionOf.ts'
import { PartBlocks } from './PartBlocks.tsx'
import { partModelOf } from './partModel.ts'
import { PartTable } from './PartTable.tsx'
import type { PartRowsProps } from './PartTable.tsx'
import { usePart } from './usePart.ts'
import type { PartPlace } from './usePart.ts'
import '../ui/parts.css'
import '../table/table.css'
import './part.css'

interface PartBlockProps extends PartPlace {
  readonly permissions: Permissions
  /** What draws the records; a table of the part's own columns by default, blocks where it is narrow. */
  readonly rows?: ComponentType<PartRowsProps> | undefined
}

const unreadableText = (count: number): string =>
  count === 1 ? '1 item could not be read' : `${count} items could not be read`

/**
 * The records of another definition that the page's detail brings along, with their actions. One listener serves all
 * of their buttons.
 */
export const PartBlock = ({ permissions, rows: OwnRows, ...place }: PartBlockProps) => {
  const { parent, part, record } = place
  const { records, unreadable, refetchRecord } = usePart(place)
  const flow = useActionFlow(part, { refetchRecord })
  const model = useMemo(
    () => partModelOf(part, permissions, { parent, page: record }),
    [part, permissions, parent, record],
  )
  const { start } = flow
  const handleClick = useCallback(
    (target: Element) => {
      const press = pressedActionOf(target)
      const found = press && records.find(({ id }) => String(id) === press.id)
      if (press !== undefined && found !== undefined) start(press.name, found)
    },
    [records, start],
  )
  const ref = useDelegatedClick<HTMLElement>(handleClick)
  const isNarrow = useMediaQuery(NARROW)
  const id = useId()
  const rows = { model, rows: records, busy: flow.busy }
  const Rows = OwnRows ?? (isNarrow ? PartBlocks : PartTable)
  return (
    <section className="cs-stack cs-part" aria-labelledby={id} ref={ref}>
      <h2 id={id}>
        {part.label}
        {records.length > 0 && <span className="cs-muted"> {records.length}</span>}
      </h2>
      {records.length > 0 && <Rows {...rows} />}
      {records.length === 0 && unreadable === 0 && <p className="cs-muted">{part.list.empty}</p>}
      {unreadable > 0 && <p className="cs-warning">{unreadableText(unreadable)}</p>}
      <ActionDialog flow={flow} />
    </section>
  )
}
