import { useState, type ReactNode } from 'react'
import { Pager } from '../ui/Pager.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { type TableColumns, type TableLine, WHOLE_LINE } from './checkTable.ts'
import type { LineMark } from './lineChecks.ts'

const PER_PAGE = 20

/** What is known of a line in addition to its own faults. */
export interface LineNotes {
  readonly marks: readonly (LineMark & { readonly column: string })[]
  /** Why the service refused it, by the column that the reason begins with. */
  readonly refusal: readonly [column: string, reason: string] | undefined
}

/** The text of a mark with its records as links, in tabs of their own: the file stays chosen here. */
function linked({ text, records = [] }: LineMark): readonly ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { name, to } of records) {
    const start = text.indexOf(name, end)
    parts.push(text.slice(end, start))
    parts.push(to === undefined ? name : <RecordLink key={to} name={name} to={to} />)
    end = start + name.length
  }
  return [...parts, text.slice(end)]
}

const RecordLink = ({ name, to }: { readonly name: string; readonly to: string }) => (
  <a href={to} target="_blank" rel="noopener" title="Opens in a new tab">
    {name}
  </a>
)

interface CellProps {
  readonly line: TableLine
  readonly column: string
  readonly notes: LineNotes
}

/** A value, and below it what is wrong with it and what is known of it. */
const Cell = ({ line: { number, cells, faults, sameAs }, column, notes }: CellProps) => {
  const isWhole = column === WHOLE_LINE
  const text = isWhole ? String(number) : (cells[column] ?? '')
  const [of, reason] = notes.refusal ?? []
  const wrong = [faults[column], of === column ? reason : undefined].filter((each) => each !== undefined)
  return (
    <>
      {wrong.length === 0 || isWhole ? text : <span className="cs-fault-value">{text === '' ? 'missing' : text}</span>}
      {isWhole && sameAs !== undefined && <span className="cs-muted"> same as line {sameAs}</span>}
      {wrong.map((each) => (
        <span key={each} className="cs-fault">
          {each}
        </span>
      ))}
      {notes.marks
        .filter((mark) => mark.column === column)
        .map((mark) => (
          <span key={mark.text} className={mark.warning === undefined ? 'cs-line-name' : 'cs-line-warning'} dir="auto">
            {linked(mark)}
          </span>
        ))}
    </>
  )
}

const columnsOf = (
  columns: TableColumns,
  names: readonly string[],
  notesOf: (line: TableLine) => LineNotes,
): readonly TableColumn<TableLine>[] =>
  [WHOLE_LINE, ...names].map((name) => ({
    label: name === WHOLE_LINE ? 'Line' : (columns[name]?.label ?? name),
    isName: name === WHOLE_LINE,
    draw: (line) => <Cell line={line} column={name} notes={notesOf(line)} />,
  }))

interface TableLinesProps {
  readonly columns: TableColumns
  readonly lines: readonly TableLine[]
  readonly notesOf: (line: TableLine) => LineNotes
}

/** The lines of a table, a page at a time. */
export const TableLines = ({ columns, lines, notesOf }: TableLinesProps) => {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(lines.length / PER_PAGE))
  const current = Math.min(page, pages)
  const shown = lines.slice((current - 1) * PER_PAGE, current * PER_PAGE)
  return (
    <>
      <div className="cs-table-preview-lines">
        <Table
          label="Lines of the file"
          columns={columnsOf(columns, Object.keys(lines[0]?.cells ?? {}), notesOf)}
          items={shown}
          keyOf={({ number }) => number}
        />
      </div>
      {pages > 1 && <Pager page={current} pages={pages} hasNext={current < pages} onPage={setPage} />}
    </>
  )
}
