import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useCallback, useMemo, useId, type ComponentType } from 'react'
import type { ListResource, NestedResource } from '../../language/resource.ts'
import { newInPart, readPart, type PartRecords } from '../../language/readRecord.ts'
import { fetchDetail } from '../query/detailQuery.ts'
import type { Row } from '../model/columns.ts'
import { FlowDialogs } from '../actions/FlowDialogs.tsx'
import { listActions, type Permissions } from '../model/controlOf.ts'
import { busyKey, type RefetchRecord, type SubjectOf } from '../actions/useActions.ts'
import { Button } from '../ui/Button.tsx'
import { useActionFlow } from '../actions/useActionFlow.ts'
import type { CurrentOf } from '../actions/useOvertaken.ts'
import { useDelegatedClick } from '../ui/useDelegatedClick.ts'
import { NARROW, useMediaQuery } from '../ui/useMediaQuery.ts'
import { recordPathOf } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import { runPressed } from '../model/pressed.ts'
import { PartBlocks, PartTable, type PartRowsProps } from './PartTable.tsx'
import { partModelOf } from './partModel.ts'
import '../ui/parts.css'
import '../table/table.css'
import './part.css'

interface PartPlace {
  /** The definition of the record's page. */
  readonly parent: ListResource
  /** The definition whose `partOf` is the parent. */
  readonly part: NestedResource
  /** The answer of the parent's detail call. */
  readonly detail: unknown
  readonly record: Row
}

/** A part's records from the page's detail, one of them as it is there now, and a function to read one of them again. */
export function usePart({
  parent,
  part,
  detail,
  record,
}: PartPlace): PartRecords & { readonly refetchRecord: RefetchRecord; readonly currentOf: CurrentOf } {
  const client = useQueryClient()
  const provider = useDataProvider()
  const records = useMemo(() => readPart(part, detail, record), [part, detail, record])
  const refetchRecord = useCallback(
    async ({ id }: Row) => {
      const fresh = await fetchDetail(parent, record.id, { client, provider })
      return readPart(part, fresh, record).records.find((each) => String(each.id) === String(id))
    },
    [client, provider, parent, part, record],
  )
  const currentOf = useCallback<CurrentOf>(
    ({ id }) => {
      const found = records.records.find((each) => String(each.id) === String(id))
      return found && { record: found }
    },
    [records],
  )
  return useMemo(() => ({ ...records, refetchRecord, currentOf }), [records, refetchRecord, currentOf])
}

/** Names the page's record in warnings, which stay on screen when the person goes on to another page. */
function usePageSubject(parent: ListResource, record: Row): SubjectOf {
  return useCallback(
    (_name, _record, type) => {
      if (type !== 'warning') return undefined
      const label = recordName(parent, record)
      return { text: label, link: { to: recordPathOf(parent, record.id) ?? '', label } }
    },
    [parent, record],
  )
}

interface PartBlockProps extends PartPlace {
  readonly permissions: Permissions
  /** Draws the records. The default is a table of the part's own columns, or blocks where space is narrow. */
  readonly rows?: ComponentType<PartRowsProps> | undefined
  /** Called with the record once a confirmed action on it was accepted. */
  readonly onAccepted?: (record: Row | undefined) => void
}

const unreadableText = (count: number): string =>
  count === 1 ? '1 item could not be read' : `${count} items could not be read`

/**
 * The records of another definition that come with the page's detail, and their actions. One listener handles all of
 * their buttons.
 */
export const PartBlock = ({ permissions, rows: OwnRows, onAccepted, ...place }: PartBlockProps) => {
  const { parent, part, record } = place
  const { records, unreadable, refetchRecord, currentOf } = usePart(place)
  const subjectOf = usePageSubject(parent, record)
  const flow = useActionFlow(part, {
    refetchRecord,
    subjectOf,
    currentOf,
    onAccepted: (intent) => onAccepted?.(intent.record),
  })
  const model = useMemo(
    () => partModelOf(part, permissions, { parent, page: record }),
    [part, permissions, parent, record],
  )
  const { start } = flow
  const fresh = useMemo(() => newInPart(part, record), [part, record])
  const handleClick = useCallback((target: Element) => runPressed(target, records, start), [records, start])
  const ref = useDelegatedClick<HTMLElement>(handleClick)
  const isNarrow = useMediaQuery(NARROW)
  const id = useId()
  const rows = { model, rows: records, busy: flow.busy }
  const Rows = OwnRows ?? (isNarrow ? PartBlocks : PartTable)
  return (
    <section className="cs-stack cs-part" aria-labelledby={id} ref={ref}>
      <div className="cs-row cs-row--between">
        <h2 id={id}>
          {part.label}
          {records.length > 0 && <span className="cs-muted"> {records.length}</span>}
        </h2>
        {listActions(part, permissions).map((name) => (
          <Button
            key={name}
            size="small"
            title={part.actions[name]?.hint}
            data-explain={`${part.name}.actions.${name}`}
            isBusy={flow.busy.has(busyKey(name, fresh))}
            onClick={() => start(name, fresh)}
          >
            {part.actions[name]?.label}
          </Button>
        ))}
      </div>
      {records.length > 0 && <Rows {...rows} />}
      {records.length === 0 && unreadable === 0 && <p className="cs-muted">{part.list.emptyText}</p>}
      {unreadable > 0 && <p className="cs-warning">{unreadableText(unreadable)}</p>}
      <FlowDialogs flow={flow} />
    </section>
  )
}
