import { useListContext, useNotify } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import type { ListResource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import { bulkActions, type Permissions } from '../model/controlOf.ts'
import { Button } from '../ui/Button.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { bulkPlanOf, reasonAgainst } from './bulkPlan.ts'
import { BulkProgress } from './BulkProgress.tsx'
import { BulkQuestion } from './BulkQuestion.tsx'
import type { BulkItem } from './bulkRun.ts'
import { useBulkRun } from './useBulkRun.ts'

interface BulkBarProps {
  readonly definition: ListResource
  readonly permissions: Permissions
  /** The rows on screen, or `undefined` before they have loaded. */
  readonly rows: readonly Row[] | undefined
  /** Search and filters as one text. Another one is another list, whose selection is empty. */
  readonly narrowed: string
}

const NO_ROWS: readonly Row[] = []

/** The selected records, also those of other pages, as last seen. */
function useSelected({ rows = NO_ROWS, narrowed }: BulkBarProps): readonly Row[] {
  const { selectedIds, onUnselectItems } = useListContext<Row>()
  const notify = useNotify()
  const [seen, setSeen] = useState({ rows: NO_ROWS, byId: new Map<Row['id'], Row>() })
  if (seen.rows !== rows) setSeen({ rows, byId: new Map([...seen.byId, ...rows.map((row) => [row.id, row] as const)]) })
  const list = useRef(narrowed)
  useEffect(() => {
    if (list.current === narrowed) return
    list.current = narrowed
    if (selectedIds.length === 0) return
    onUnselectItems()
    const text = 'The selection was cleared, because the search or a filter has changed.'
    notify(text, { type: 'info', messageArgs: { _: text } })
  }, [narrowed, selectedIds, onUnselectItems, notify])
  return selectedIds.flatMap((id) => seen.byId.get(id) ?? [])
}

/** The number of selected records, and the actions that run on them. */
export const BulkBar = (props: BulkBarProps) => {
  const { definition, permissions } = props
  const { selectedIds, onSelect, onUnselectItems } = useListContext<Row>()
  const records = useSelected(props)
  const [asked, ask] = useState<string>()
  const { running, start, end } = useBulkRun(definition)
  const name = running?.name ?? asked ?? ''
  const action = definition.actions[name]
  const unselectOver = (items: readonly BulkItem[]) => {
    const over = items.filter(({ state, isFinal }) => state === 'done' || isFinal).map(({ record }) => record.id)
    if (selectedIds.some((id) => over.includes(id))) onSelect(selectedIds.filter((id) => !over.includes(id)))
  }
  return (
    <>
      {running !== undefined && action !== undefined && (
        <BulkProgress {...{ definition, name, action }} run={running.run} onEnded={unselectOver} onClose={end} />
      )}
      {running === undefined && action !== undefined && (
        <BulkQuestion
          {...{ definition, name, action }}
          plan={bulkPlanOf(definition, name, records, permissions)}
          onCancel={() => ask(undefined)}
          onConfirm={(input) => {
            ask(undefined)
            start(name, bulkPlanOf(definition, name, records, permissions).ready, input)
          }}
        />
      )}
      <div className={records.length === 0 ? 'cs-visually-hidden' : 'cs-row cs-bulk-bar'}>
        <output className="cs-strong cs-digits">{records.length > 0 && `${records.length} selected`}</output>
        {records.length > 0 && (
          <Toolbar className="cs-row" label="Selected records">
            {bulkActions(definition, permissions).map((each) => {
              const reason = reasonAgainst(bulkPlanOf(definition, each, records, permissions))
              return (
                <Button
                  key={each}
                  isOff={reason !== undefined}
                  title={reason}
                  data-hint={reason && ''}
                  onClick={() => ask(each)}
                >
                  {definition.actions[each]?.label}
                </Button>
              )
            })}
            <Button look="plain" onClick={() => onUnselectItems()}>
              Clear
            </Button>
          </Toolbar>
        )}
      </div>
    </>
  )
}
