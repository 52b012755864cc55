import { useListContext } from 'ra-core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListResource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import { bulkActions, type Permissions } from '../model/controlOf.ts'
import { Button } from '../ui/Button.tsx'
import { isNothingFocused } from '../ui/focus.ts'
import { Toolbar } from '../ui/Toolbar.tsx'
import { bulkPlanOf, reasonAgainst } from './bulkPlan.ts'
import { BulkProgress } from './BulkProgress.tsx'
import { BulkQuestion } from './BulkQuestion.tsx'
import { isOver, type BulkItem } from './bulkRun.ts'
import { useBulkRun } from './useBulkRun.ts'

interface BulkBarProps {
  readonly definition: ListResource
  readonly permissions: Permissions
  /** The rows on screen, or `undefined` before they have loaded. */
  readonly rows: readonly Row[] | undefined
}

const NO_ROWS: readonly Row[] = []

/** The selected records, also those of other pages and searches, as last seen. */
function useSelected({ rows = NO_ROWS }: BulkBarProps): readonly Row[] {
  const { selectedIds } = useListContext<Row>()
  const [seen, setSeen] = useState({ rows: NO_ROWS, byId: new Map<Row['id'], Row>() })
  if (seen.rows !== rows) setSeen({ rows, byId: new Map([...seen.byId, ...rows.map((row) => [row.id, row] as const)]) })
  return selectedIds.flatMap((id) => seen.byId.get(id) ?? [])
}

/** '7 selected, 6 of them not on this page', or '7 selected, none on this page'. */
const Count = ({ records, rows = NO_ROWS }: { readonly records: readonly Row[] } & Pick<BulkBarProps, 'rows'>) => {
  const others = records.filter(({ id }) => rows.every((row) => row.id !== id)).length
  return (
    <output className="cs-strong cs-digits">
      {records.length > 0 && `${records.length} selected`}
      {others > 0 && (
        <span className="cs-muted">{`, ${others === records.length ? 'none' : `${others} of them not`} on this page`}</span>
      )}
    </output>
  )
}

/** Moves the focus to its place in the table, to a checkbox where there is no table, or to the search of an empty list. */
function focusList(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const row = find('[role="grid"] [tabindex="0"]') ?? find('.cs-list-scroller .cs-select')
  const place = row ?? find('.cs-list input[type="search"]')
  place?.focus()
}

/** Clears the selection. The focus goes back to the list. */
const ClearButton = () => {
  const { onUnselectItems } = useListContext<Row>()
  const clear = () => {
    focusList()
    onUnselectItems()
  }
  return (
    <Button look="plain" onClick={clear}>
      Clear
    </Button>
  )
}

/** The number of selected records, and the actions that run on them. */
export const BulkBar = (props: BulkBarProps) => {
  const { definition, permissions } = props
  const { selectedIds, onSelect } = useListContext<Row>()
  const records = useSelected(props)
  const [asked, ask] = useState<string>()
  const { running, start, end } = useBulkRun(definition)
  const name = running?.name ?? asked ?? ''
  const action = definition.actions[name]
  const unselectOver = (items: readonly BulkItem[]) => {
    const over = items.filter(isOver).map(({ record }) => record.id)
    if (selectedIds.some((id) => over.includes(id))) onSelect(selectedIds.filter((id) => !over.includes(id)))
  }
  const close = () => {
    flushSync(end)
    // The button that had the focus is gone with the last of the selection.
    if (isNothingFocused()) focusList()
  }
  return (
    <>
      {running !== undefined && action !== undefined && (
        <BulkProgress {...{ definition, name, action }} run={running.run} onEnded={unselectOver} onClose={close} />
      )}
      {running === undefined && action !== undefined && (
        <BulkQuestion
          {...{ definition, name, action }}
          plan={bulkPlanOf(definition, name, records, permissions)}
          onCancel={() => ask(undefined)}
          onConfirm={(input) => {
            const { ready } = bulkPlanOf(definition, name, records, permissions)
            ask(undefined)
            // What the action does not run on would look like what is left of the run.
            onSelect(ready.map(({ id }) => id))
            start(name, ready, input)
          }}
        />
      )}
      <div className={records.length === 0 ? 'cs-visually-hidden' : 'cs-row cs-bulk-bar'} data-offered="">
        <Count records={records} rows={props.rows} />
        {records.length > 0 && (
          <Toolbar className="cs-row" label="Selected records">
            {bulkActions(definition, permissions).map((each) => {
              const reason = reasonAgainst(definition, bulkPlanOf(definition, each, records, permissions))
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
            <ClearButton />
          </Toolbar>
        )}
      </div>
    </>
  )
}
