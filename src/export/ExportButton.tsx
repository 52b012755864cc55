import { useMutation } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { csvFile } from '../../language/csvFile.ts'
import type { ListResource } from '../../language/resource.ts'
import { saveFile } from '../ui/saveFile.ts'
import { failureOf } from '../data/failure.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import { newYorkDay } from '../format/newYorkClock.ts'
import { formatValue } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'
import type { ListParams } from '../query/listQuery.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNotice } from '../ui/Notice.tsx'
import { listTable } from './listTable.ts'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

const formatLabels: Readonly<Record<Format, string>> = { csv: 'Save as CSV', xlsx: 'Save as Excel' }

async function fileOf(definition: ListResource, rows: readonly Row[], format: Format): Promise<Blob> {
  const { titles, cellsOf } = listTable(definition)
  if (format === 'csv')
    return new Blob([csvFile([titles, ...rows.map((row) => cellsOf(row).map(String))])], {
      type: 'text/csv;charset=utf-8',
    })
  const { sheetFile } = await import('./sheetFile.ts')
  return sheetFile([titles, ...rows.map(cellsOf)])
}

const records = (count: number): string => `${formatValue('number', count)} ${count === 1 ? 'record' : 'records'}`

interface ExportProps {
  readonly definition: ListResource
  /** What the list shows: its search, filters and order. */
  readonly params: ListParams
}

/**
 * Reads all records that the list shows, then saves them. Nothing is saved when they do not all arrive, or when the dialog is
 * closed before.
 */
function useExport({ definition, params }: ExportProps, onSaved: () => void) {
  const provider = useConsoleProvider()
  const notify = useNotify()
  const [count, setCount] = useState(0)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const saving = useMutation({
    mutationFn: async (format: Format) => {
      setCount(0)
      stop.current = new AbortController()
      const { filter, sort, meta } = params
      const { signal } = stop.current
      const { data } = await provider.exportList(definition.name, { filter, sort, meta, signal, onProgress: setCount })
      // react-admin resolves a call whose session ended with nothing.
      if (data.rows === undefined) return undefined
      const name = `${definition.label} ${newYorkDay(new Date())}.${format}`
      const file = await fileOf(definition, data.rows, format)
      if (signal.aborted) return undefined
      saveFile(name, file)
      return { name, count: data.rows.length, isCut: data.isCut === true }
    },
    onSuccess: (saved) => {
      onSaved()
      if (saved === undefined) return
      const done = `${records(saved.count)} saved as ${saved.name}.`
      const text = saved.isCut ? `${done} The list has more: set a filter to save the others.` : done
      notify(text, { type: saved.isCut ? 'warning' : 'success', messageArgs: { _: text } })
    },
  })
  return {
    count,
    isRunning: saving.isPending,
    failure: saving.error === null ? undefined : failureOf(saving.error),
    start: (format: Format) => saving.mutate(format),
  }
}

const ExportDialog = ({ definition, params, onClose }: ExportProps & { readonly onClose: () => void }) => {
  const { count, isRunning, failure, start } = useExport({ definition, params }, onClose)
  const isNarrowed = Object.keys(params.filter).length > 0 || (params.meta.search ?? '') !== ''
  return (
    <Dialog
      title={`Export ${definition.label}`}
      text={`${isNarrowed ? 'All records that the search and the filters find' : 'All records of the list'}, on every page. Your export is recorded.`}
      onCancel={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {!isRunning &&
            formats.map((format) => (
              <Button key={format} look="primary" onClick={() => start(format)}>
                {formatLabels[format]}
              </Button>
            ))}
        </>
      }
    >
      {failure !== undefined && <FailureNotice failure={failure} />}
      {isRunning && (
        <div className="cs-stack">
          <progress aria-label={`Export ${definition.label}`} />
          <output className="cs-digits">{count === 0 ? 'Reading…' : `${records(count)} read`}</output>
        </div>
      )}
    </Dialog>
  )
}

/** The list's button that saves what it shows as a file. */
export const ExportButton = (props: ExportProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Export</Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
