import { useEffect, useState } from 'react'
import { saveFile } from '../ui/saveFile.ts'
import { formatValue } from '../format/formatValue.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import {
  type TableColumns,
  type TableContent,
  type TableLine,
  faultsFile,
  faultyLines,
  tableIn,
  templateFile,
  totalsOf,
  usableLines,
  WHOLE_LINE,
  withoutFaulty,
} from './tableFile.ts'
import './tablePreview.css'

const PER_PAGE = 50

const lineCount = (count: number): string => `${formatValue('number', count)} ${count === 1 ? 'line' : 'lines'}`

const csv = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' })

/** A value, and below it what is wrong with it. */
const CellText = ({ text, fault }: { readonly text: string; readonly fault: string | undefined }) =>
  fault === undefined ? (
    text
  ) : (
    <>
      <span className="cs-fault-value">{text === '' ? 'missing' : text}</span>
      <span className="cs-fault">{fault}</span>
    </>
  )

const columnsOf = (columns: TableColumns, header: readonly string[]): readonly TableColumn<TableLine>[] => [
  {
    label: 'Line',
    isName: true,
    draw: ({ number, faults, sameAs }) => (
      <>
        {number}
        {faults[WHOLE_LINE] !== undefined && <span className="cs-fault">{faults[WHOLE_LINE]}</span>}
        {sameAs !== undefined && <span className="cs-muted"> same as line {sameAs}</span>}
      </>
    ),
  },
  ...header.map((name) => ({
    label: columns[name]?.label ?? name,
    draw: ({ cells, faults }: TableLine) => <CellText text={cells[name] ?? ''} fault={faults[name]} />,
  })),
]

/** The lines of a table, a page at a time. */
const Lines = ({ columns, lines }: { readonly columns: TableColumns; readonly lines: readonly TableLine[] }) => {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(lines.length / PER_PAGE))
  const current = Math.min(page, pages)
  const shown = lines.slice((current - 1) * PER_PAGE, current * PER_PAGE)
  return (
    <>
      <div className="cs-table-preview-lines">
        <Table
          label="Lines of the file"
          columns={columnsOf(columns, Object.keys(lines[0]?.cells ?? {}))}
          items={shown}
          keyOf={({ number }) => number}
        />
      </div>
      {pages > 1 && <Pager page={current} pages={pages} hasNext={current < pages} onPage={setPage} />}
    </>
  )
}

interface ContentProps {
  readonly columns: TableColumns
  readonly file: File
  readonly isOff: boolean
  /** Sends this file instead. */
  readonly onReplace: (file: File) => void
}

const Content = ({
  columns,
  file,
  isOff,
  onReplace,
  lines,
}: ContentProps & { readonly lines: readonly TableLine[] }) => {
  const faulty = faultyLines(lines)
  const [isOnlyFaulty, setOnlyFaulty] = useState(faulty.length > 0)
  const repeated = lines.filter(({ sameAs }) => sameAs !== undefined).length
  const totals = totalsOf(columns, usableLines(lines)).map(
    ([label, sum]) => `${label} ${formatValue('decimal', sum)} in all`,
  )
  return (
    <>
      <output className="cs-digits">{[lineCount(lines.length), ...totals].join(' · ')}</output>
      {repeated > 0 && (
        <Notice tone="warning">
          {lineCount(repeated)} with the same values as an earlier one. Check that none is there by mistake.
        </Notice>
      )}
      {faulty.length > 0 && (
        <Notice tone="danger" role="alert" className="cs-stack">
          <p>
            {lineCount(faulty.length)} of {formatValue('number', lines.length)} cannot be used. Correct them in the
            file, or leave them out.
          </p>
          <div className="cs-row">
            <Button size="small" onClick={() => saveFile(`${file.name} faults.csv`, csv(faultsFile(columns, lines)))}>
              Download what is wrong
            </Button>
            {faulty.length < lines.length && (
              <Button size="small" disabled={isOff} onClick={() => onReplace(withoutFaulty(file, lines))}>
                Leave out {lineCount(faulty.length)}
              </Button>
            )}
          </div>
        </Notice>
      )}
      {faulty.length > 0 && (
        <Checkbox
          name=":faulty"
          label="Show only lines that cannot be used"
          isTicked={isOnlyFaulty}
          isInvalid={false}
          isReadOnly={false}
          onTick={setOnlyFaulty}
        />
      )}
      <Lines columns={columns} lines={isOnlyFaulty && faulty.length > 0 ? faulty : lines} />
    </>
  )
}

/** The content of a chosen file; `undefined` while it is read, `null` for one without a preview. */
function useContent(columns: TableColumns, file: File): TableContent | null | undefined {
  const [read, setRead] = useState<{ readonly file: File; readonly content: TableContent }>()
  const reading = tableIn(columns, file)
  useEffect(() => {
    let isLeft = false
    void reading?.then((content) => {
      if (!isLeft) setRead({ file, content })
    })
    return () => {
      isLeft = true
    }
  }, [file, reading])
  if (reading === undefined) return null
  return read?.file === file ? read.content : undefined
}

const FileContent = (props: ContentProps) => {
  const content = useContent(props.columns, props.file)
  if (content === undefined) return <p className="cs-muted">Reading the file…</p>
  if (content === null)
    return (
      <p className="cs-muted">An Excel file gets no preview here. Save it as CSV to see its lines and their faults.</p>
    )
  if (content.lines === undefined)
    return (
      <Notice tone="danger" role="alert">
        {content.problem}
      </Notice>
    )
  return <Content key={props.file.name} {...props} lines={content.lines} />
}

/** What a table must contain, with a template; and what the chosen one contains, line by line, with its faults. */
export const TablePreview = ({ file, ...props }: Omit<ContentProps, 'file'> & { readonly file: File | undefined }) => (
  <div className="cs-stack cs-table-preview">
    {file === undefined ? (
      <p className="cs-muted">
        The first line names the columns: <code>{Object.keys(props.columns).join(', ')}</code>.{' '}
        <Button look="plain" onClick={() => saveFile('template.csv', csv(templateFile(props.columns)))}>
          Download a template
        </Button>
      </p>
    ) : (
      <FileContent {...props} file={file} />
    )}
  </div>
)
