import type { PartBlock as PartBlockDefinition } from '../../schemas/meta/show.ts'
import { readPart } from '../../schemas/meta/readPart.ts'
import { valueAt } from '../../schemas/meta/pointer.ts'
import { formatValue } from '../format/formatValue.ts'
import { columnValue, resolveColumns } from '../table/columns.ts'
import type { PageModel } from './pageModel.ts'

interface PartOfPageProps {
  readonly model: PageModel
  readonly block: PartBlockDefinition
}

/** The records of a part as a plain table. */
export const PartOfPage = ({ model, block }: PartOfPageProps) => {
  const part = model.parts.find(({ name }) => name === block.part)
  if (part === undefined) return null
  const { records } = readPart(part, model.detail, model.record)
  if (records.length === 0) return <p className="cs-not-provided">{part.list.empty}</p>
  const columns = resolveColumns(part)
  return (
    <div className="cs-read-scroller">
      <table className="cs-read-table">
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              {columns.map((column) => (
                <td key={column.id}>{formatValue(column.format, columnValue(column, record) ?? valueAt(record, ''))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
