import type { Fact, TableBlock as TableBlockDefinition } from '../../language/show.ts'
import { valueAt } from '../../language/pointer.ts'
import { NOTHING } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import { StatusPill } from '../values/drawText.tsx'
import { FormatNote } from '../console/installedConsole.tsx'
import { Unreadable } from '../values/FactValue.tsx'
import '../ui/grid.css'

/** Answers by name: `detail` and the further reads. */
export type Answers = Readonly<Record<string, unknown>>

interface Source {
  readonly label: string
  readonly items: readonly unknown[]
}

/** The first answer that contains the list. */
export function sourceOf({ read, path }: TableBlockDefinition, answers: Answers): Source | undefined {
  for (const { name: answer, label } of read) {
    const items = valueAt(answers[answer], path)
    if (Array.isArray(items)) return { label, items }
  }
  return undefined
}

function classOf({ display }: Fact): string | undefined {
  if (display === 'money' || display === 'number') return 'cs-number'
  return display === 'status' ? 'cs-state' : undefined
}

const Value = ({ column, item }: { readonly column: Fact; readonly item: unknown }) => {
  const read = readFact(column, column.path, item)
  if (!read.isReadable) return <Unreadable />
  if (read.text === NOTHING) return <span className="cs-muted">{NOTHING}</span>
  if (column.display === 'status') return <StatusPill table={column.tones} status={read.text} />
  return column.display === 'code' ? <code>{read.text}</code> : <>{read.text}</>
}

interface RowsProps {
  readonly block: TableBlockDefinition
  readonly items: readonly unknown[]
}

const Rows = ({ block: { title, columns }, items }: RowsProps) => (
  <div className="cs-read-scroller">
    <table className="cs-grid cs-read-table" aria-label={title}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={classOf(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.label} className={classOf(column)} data-label={column.label}>
                <Value column={column} item={item} />
                <FormatNote format={column.display} item={item} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface TableBlockProps {
  readonly block: TableBlockDefinition
  readonly answers: Answers
}

/** A read-only table of items from an answer. It names the answer where there could be another. */
export const TableBlock = ({ block, answers }: TableBlockProps) => {
  const source = sourceOf(block, answers)
  const isNamed = block.read.length > 1 && source !== undefined
  return (
    <>
      {isNamed && <p className="cs-source">{source.label}</p>}
      {source === undefined || source.items.length === 0 ? (
        <p className="cs-not-provided">{block.emptyText}</p>
      ) : (
        <Rows block={block} items={source.items} />
      )}
    </>
  )
}
