import type { Fact, TableBlock as TableBlockDefinition } from '../../language/show.ts'
import { valueAt } from '../../language/pointer.ts'
import { NOTHING } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import { FoundText, References } from '../values/References.tsx'
import { FormatNote } from '../console/installedConsole.tsx'
import { drawFact, Unreadable } from '../values/FactValue.tsx'
import { Table } from '../ui/Table.tsx'

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
  if (display === 'money' || display === 'number' || display === 'decimal') return 'cs-number'
  return display === 'status' ? 'cs-state' : undefined
}

const Value = ({ column, item }: { readonly column: Fact; readonly item: unknown }) => {
  const read = readFact(column, column.path, item)
  if (!read.isReadable) return <Unreadable />
  if (read.text !== NOTHING && column.reference !== undefined && typeof column.path === 'string')
    return <References resource={column.reference} value={valueAt(item, column.path)} />
  if (read.text !== NOTHING && column.lookups !== undefined)
    return <FoundText text={read.text} lookups={column.lookups} />
  return drawFact(column, read.text)
}

interface TableBlockProps {
  /** The name of the definition. */
  readonly of: string
  readonly block: TableBlockDefinition
  readonly answers: Answers
}

/** A read-only table of items from an answer. It names the answer where there could be another. */
export const TableBlock = ({ of, block, answers }: TableBlockProps) => {
  const source = sourceOf(block, answers)
  const isNamed = block.read.length > 1 && source !== undefined
  return (
    <>
      {isNamed && <p className="cs-meta">{source.label}</p>}
      {source === undefined || source.items.length === 0 ? (
        <p className="cs-note">{block.emptyText}</p>
      ) : (
        <Table
          className="cs-grid--stacks"
          label={block.title}
          columns={block.columns.map((column) => ({
            label: column.label,
            className: classOf(column),
            explain: `${of}.show.${block.title}`,
            draw: (item) => (
              <>
                <Value column={column} item={item} />
                <FormatNote format={column.display} item={item} />
              </>
            ),
          }))}
          items={source.items}
        />
      )}
    </>
  )
}
