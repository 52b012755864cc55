import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ListResource, ResolvedAction } from '../../language/resource.ts'
import { saveFile } from '../ui/saveFile.ts'
import { recordName } from '../model/rowModel.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { LeaveDialog, useLeaveQuestion } from '../ui/LeaveDialog.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { Pill } from '../values/drawText.tsx'
import { useRefetch } from '../actions/useRefetch.ts'
import { bulkTitle } from './bulkPlan.ts'
import { type BulkItem, type BulkRun, isLookedFor, isRepeatable, isUnsent, type RunState } from './bulkRun.ts'
import { createLook } from './lookAgain.ts'
import { csvFile } from '../../language/csvFile.ts'
import { cellText, listTable } from '../export/listTable.ts'

const stateTexts: Readonly<Record<BulkItem['state'], string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  done: 'Done',
  failed: 'Failed',
  changed: 'Found changed',
  unchanged: 'Found unchanged',
  unknown: 'Outcome unknown',
  notSent: 'Not sent',
}

/** The result of a run as a CSV table: what the list shows of each record, and how its call ended. */
function resultFile(definition: ListResource, action: string, items: readonly BulkItem[]): string {
  const { titles, cellsOf } = listTable(definition)
  const lines = items.map(({ record, state, message = '' }) => [
    ...cellsOf(record).map(cellText),
    action,
    stateTexts[state],
    message,
  ])
  return csvFile([[...titles, 'Action', 'Result', 'Message'], ...lines])
}

const tones: Readonly<Record<BulkItem['state'], string>> = {
  waiting: 'neutral',
  sending: 'inFlight',
  done: 'done',
  failed: 'stopped',
  changed: 'neutral',
  unchanged: 'neutral',
  unknown: 'needsUs',
  notSent: 'neutral',
}

const order: readonly BulkItem['state'][] = ['unknown', 'unchanged', 'changed', 'failed', 'notSent', 'done']

const endings = {
  done: 'done',
  failed: 'failed',
  changed: 'found changed',
  unchanged: 'found unchanged',
  unknown: 'with unknown outcome',
  notSent: 'not sent',
} as const

/** How many records ended in which way: '46 done, 1 failed'. */
export const countsText = (items: readonly BulkItem[]): string =>
  Object.entries(endings)
    .map(([ending, words]) => [items.filter(({ state }) => state === ending).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ')

const columnsOf = (definition: ListResource): readonly TableColumn<BulkItem>[] => [
  { label: 'Record', isName: true, draw: ({ record }) => recordName(definition, record) },
  {
    label: 'Result',
    draw: ({ state, message }) => (
      <>
        <Pill tone={tones[state]} text={stateTexts[state]} />
        {message !== undefined && <span className="cs-bulk-message">{message}</span>}
      </>
    ),
  },
]

interface BulkProgressProps {
  readonly definition: ListResource
  readonly name: string
  readonly action: ResolvedAction
  readonly run: BulkRun
  /** Called whenever the last call has ended. */
  readonly onEnded: (items: readonly BulkItem[]) => void
  readonly onClose: () => void
}

interface RunButtonsProps extends Omit<BulkProgressProps, 'onEnded'> {
  readonly state: RunState
}

const RunButtons = ({ definition, name, action, run, state, onClose }: RunButtonsProps) => {
  const { items, isRunning, isStopping, look } = state
  const main = useRef<HTMLButtonElement>(null)
  const refetch = useRefetch(definition, undefined)
  const canLook = items.some(isLookedFor)
  // The button that had the focus is gone when the run ends or starts again, and when everything is found.
  useEffect(() => main.current?.focus(), [isRunning, canLook])
  const failed = items.filter(isRepeatable).length
  if (isRunning) {
    return (
      <Button key="cancel" ref={main} isBusy={isStopping} onClick={run.stop}>
        Cancel
      </Button>
    )
  }
  const save = () => {
    const file = new Blob([resultFile(definition, action.label, items)], {
      type: 'text/csv;charset=utf-8',
    })
    saveFile(`${definition.name}-${name}-${new Date().toISOString().slice(0, 10)}.csv`, file)
  }
  return (
    <>
      <Button look="quiet" className="cs-bulk-save" onClick={save}>
        Download result
      </Button>
      {canLook && (
        <Button isBusy={look === 'busy'} onClick={() => void run.lookAgain(createLook(definition, action, refetch))}>
          Look again
        </Button>
      )}
      {failed > 0 && <Button onClick={() => void run.retry()}>Try failed ones again</Button>}
      {items.some(isUnsent) && <Button onClick={() => void run.sendRest()}>Send the rest</Button>}
      <Button key="close" ref={main} look="primary" onClick={onClose}>
        Close
      </Button>
    </>
  )
}

/** An action that runs on several records: its progress, then the result of each. Leaving the page stops the rest. */
export const BulkProgress = ({ definition, name, action, run, onEnded, onClose }: BulkProgressProps) => {
  const state = useSyncExternalStore(run.subscribe, run.read)
  const { items, isRunning, isStopping, look } = state
  const leaving = useLeaveQuestion(isRunning)
  useEffect(() => {
    if (!isRunning) onEnded(items)
  }, [isRunning, items, onEnded])
  const ended = items.filter((item) => item.state !== 'waiting' && item.state !== 'sending').length
  const rows = isRunning ? items : items.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const title = bulkTitle(
    definition,
    action,
    items.map(({ record }) => record),
  )
  return (
    <>
      <Dialog
        title={title}
        onCancel={() => (isRunning ? run.stop() : onClose())}
        isGuarded
        buttons={<RunButtons {...{ definition, name, action, run, state, onClose }} />}
      >
        <div className="cs-bulk-progress">
          <progress max={items.length} value={ended} aria-label={title} />
          <output className="cs-digits">
            {isRunning ? `${ended} of ${items.length}` : countsText(items)}
            {isStopping && '. What has been sent still finishes; the rest is not sent.'}
            {look === 'done' && '. Each result below says what was found.'}
          </output>
        </div>
        <Table
          className="cs-bulk-results"
          label="Results"
          columns={columnsOf(definition)}
          items={rows}
          keyOf={({ record }) => record.id}
        />
      </Dialog>
      {leaving !== undefined && (
        <LeaveDialog
          question={leaving}
          title="Leave while this is running?"
          text="What has been sent still finishes. The rest is not sent, and you won't see the result of each record."
        />
      )}
    </>
  )
}
