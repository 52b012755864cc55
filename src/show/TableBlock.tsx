import { isNumberFormat } from '../../language/format.ts'
import type { Fact, TableBlock as TableBlockDefinition } from '../../language/show.ts'
import { pointerOf, stepsOf, valueAt } from '../../language/pointer.ts'
import type { Pointer } from '../../language/schema.ts'
import { sourceOf, type Answers } from './tableSource.ts'
import { NOTHING } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import { FoundText, References } from '../values/References.tsx'
import { FormatNote } from '../console/installedConsole.tsx'
import { drawFact, Unreadable } from '../values/FactValue.tsx'
import { Table } from '../ui/Table.tsx'

function classOf({ display }: Fact): string | undefined {
  if (isNumberFormat(display)) return 'cs-number'
  return display === 'status' ? 'cs-state' : undefined
}

interface ValueProps {
  readonly column: Fact
  readonly answer: unknown
  /** The place of the item in the answer. */
  readonly item: Pointer
}

const Value = ({ column, answer, item }: ValueProps) => {
  const places = [column.path].flat().map((path) => `${item}${path}` as Pointer)
  const [place = item] = places
  const read = readFact(column, places, answer)
  if (!read.isReadable) return <Unreadable why={read.why} />
  if (read.text !== NOTHING && column.reference !== undefined && typeof column.path === 'string')
    return <References resource={column.reference} value={valueAt(answer, place)} />
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
      {source?.why !== undefined ? (
        <Unreadable why={source.why} />
      ) : source === undefined || source.items.length === 0 ? (
        <p className="cs-note">{block.emptyText}</p>
      ) : (
        <Table
          className="cs-grid--stacks"
          label={block.title}
          columns={block.columns.map((column) => ({
            label: column.label,
            className: classOf(column),
            explain: `${of}.show.${block.title}`,
            draw: (item, index) => (
              <>
                <Value
                  column={column}
                  answer={source.answer}
                  item={pointerOf([...stepsOf(block.path), String(index)])}
                />
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
