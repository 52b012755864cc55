import { useMutation } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { csvFile } from '../../language/csvFile.ts'
import { MOST_EXPORTED } from '../../language/paging.ts'
import type { ListResource } from '../../language/resource.ts'
import { saveFile } from '../ui/saveFile.ts'
import { fileFailureOf } from '../data/fileFailure.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import { consoleModel } from '../model/consoleModel.ts'
import { zoneClock } from '../format/zoneClock.ts'
import { formatValue } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'
import type { ListParams } from '../query/listQuery.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNotice, Notice } from '../ui/Notice.tsx'
import { cellText, listTable } from './listTable.ts'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

const formatLabels: Readonly<Record<Format, string>> = { csv: 'Save as CSV', xlsx: 'Save as Excel' }

async function fileOf(definition: ListResource, rows: readonly Row[], format: Format): Promise<Blob> {
  const { titles, cellsOf } = listTable(definition)
  if (format === 'csv')
    return new Blob([csvFile([titles, ...rows.map((row) => cellsOf(row).map(cellText))])], {
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
  /** The number of its records and of its pages, as far as they are known. */
  readonly facts: { readonly total: number | undefined; readonly totalPages: number | undefined }
}

/** True when the search or a filter leaves records out. */
const isNarrowed = ({ filter, meta }: ListParams): boolean =>
  Object.keys(filter).length > 0 || (meta.search ?? '') !== ''

/** The fewest and the most records that the list has, as far as it is known. */
function recordsIn({ params, facts: { total, totalPages } }: ExportProps): {
  readonly least: number
  readonly most?: number
} {
  if (total !== undefined) return { least: total, most: total }
  const { perPage } = params.pagination
  return totalPages === undefined ? { least: 0 } : { least: (totalPages - 1) * perPage + 1, most: totalPages * perPage }
}

/** How all records come into files. */
function narrowText({ definition: { list }, params }: ExportProps): string {
  if (Object.keys(list.filters).length === 0) return ''
  return ` Set a ${isNarrowed(params) ? 'narrower filter' : 'filter'} to save the others.`
}

/** The name of a file: what it has, and when by the console's clocks. */
function fileName({ definition, params }: ExportProps, format: Format, isCut: boolean): string {
  const at = zoneClock(new Date()).toISOString()
  const parts = [
    definition.menuLabel,
    ...(isNarrowed(params) ? ['filtered'] : []),
    ...(isCut ? [`first ${MOST_EXPORTED}`] : []),
    `${at.slice(0, 10)} ${at.slice(11, 16).replace(':', '')}`,
  ]
  return `${parts.join(' ')}.${format}`
}

/**
 * Reads all records that the list shows, then saves them. Nothing is saved when they do not all arrive, or when the dialog is
 * closed before.
 */
function useExport(props: ExportProps, onSaved: () => void) {
  const { definition, params } = props
  const provider = useConsoleProvider()
  const notify = useNotify()
  const [count, setCount] = useState(0)
  const stop = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      if (stop.current === undefined) return
      stop.current.abort()
      notify('Export cancelled. No file was saved.', { type: 'info' })
    },
    [notify],
  )
  const save = async (format: Format, signal: AbortSignal) => {
    const { filter, sort, meta } = params
    const { data } = await provider.exportList(definition.name, { filter, sort, meta, signal, onProgress: setCount })
    // react-admin resolves a call whose session ended with nothing.
    if (data.rows === undefined) return undefined
    const name = fileName(props, format, data.isCut === true)
    const file = await fileOf(definition, data.rows, format)
    if (signal.aborted) return undefined
    saveFile(name, file)
    return { name, count: data.rows.length, isCut: data.isCut === true, dropped: data.dropped ?? 0 }
  }
  const saving = useMutation({
    mutationFn: async (format: Format) => {
      setCount(0)
      const running = new AbortController()
      stop.current = running
      return save(format, running.signal).finally(() => (stop.current = undefined))
    },
    onSuccess: (saved) => {
      onSaved()
      if (saved === undefined) return
      const { name, dropped, isCut } = saved
      const missing = [
        ...(dropped > 0 ? [`Left out: ${records(dropped)} that could not be read.`] : []),
        ...(isCut ? [`The list has more.${narrowText(props)}`] : []),
      ]
      const text = [`${records(saved.count)} saved as ${name}.`, ...missing].join(' ')
      notify(text, { type: missing.length > 0 ? 'warning' : 'success' })
    },
  })
  return {
    count,
    isRunning: saving.isPending,
    failure: saving.error === null ? undefined : fileFailureOf(saving.error),
    start: (format: Format) => saving.mutate(format),
  }
}

const most = formatValue('number', MOST_EXPORTED)

/** What the file will not have. */
const CutNotice = (props: ExportProps) => {
  const { least, most: known } = recordsIn(props)
  if (least > MOST_EXPORTED)
    return (
      <Notice tone="warning">
        {`The list has more than ${most} records. The file will have the first ${most}.${narrowText(props)}`}
      </Notice>
    )
  return known === undefined ? <p className="cs-muted">{`A file has at most ${most} records.`}</p> : null
}

/** Says that an export needs a fresh sign-in, where it does; the browser does not know when the last one was. */
const freshSignInText = ({ list }: ListResource): string =>
  list.export !== undefined && consoleModel().registry.freshSignIn?.includes(list.export.permission) === true
    ? ' If you signed in more than five minutes ago, you’ll be asked to sign in again first.'
    : ''

const ExportDialog = ({ onClose, ...props }: ExportProps & { readonly onClose: () => void }) => {
  const { definition, params } = props
  const { count, isRunning, failure, start } = useExport(props, onClose)
  const { most: known } = recordsIn(props)
  const away = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={`Export ${definition.menuLabel}`}
      text={`${isNarrowed(params) ? 'All records that the search and the filters find' : 'All records of the list'}, on every page. Your export is recorded.${freshSignInText(definition)}`}
      onCancel={onClose}
      buttons={
        <>
          <Button ref={away} onClick={onClose}>
            Cancel
          </Button>
          {!isRunning &&
            formats.map((format) => (
              <Button
                key={format}
                look="primary"
                onClick={() => {
                  // The button is gone while the file is made.
                  away.current?.focus()
                  start(format)
                }}
              >
                {formatLabels[format]}
              </Button>
            ))}
        </>
      }
    >
      {failure !== undefined && <FailureNotice failure={failure} text="No file was saved." />}
      {isRunning ? (
        <div className="cs-stack">
          <progress
            aria-label={`Export ${definition.menuLabel}`}
            style={{ width: '100%' }}
            {...(known === undefined || count === 0
              ? {}
              : { max: Math.max(count, Math.min(known, MOST_EXPORTED)), value: count })}
          />
          <output className="cs-digits">{count === 0 ? 'Reading…' : `${records(count)} read`}</output>
        </div>
      ) : (
        <CutNotice {...props} />
      )}
    </Dialog>
  )
}

/** True when the service itself gives a file of all records. */
const hasServiceFile = ({ actions, bindings }: ListResource): boolean =>
  Object.values(actions).some(({ scope, binding }) => scope === 'list' && bindings[binding]?.download !== undefined)

/**
 * The list's button that saves what it shows as a file. It says so where that is not all records. Where the service itself
 * gives a file of all, there is no other.
 */
export const ExportButton = (props: ExportProps) => {
  const [isOpen, setOpen] = useState(false)
  const isForAll = !isNarrowed(props.params)
  if (isForAll && !isOpen && hasServiceFile(props.definition)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{isForAll ? 'Export' : 'Export filtered'}</Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
