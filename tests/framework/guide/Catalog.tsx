import { useGetList } from 'ra-core'
import type { PageProps } from '../../../src/console/extensions.ts'
import { columnText, type Row } from '../../../src/model/columns.ts'

export const Catalog = ({ definition: { name, label, list } }: PageProps) => {
  const { data = [] } = useGetList<Row>(name, { pagination: { page: 1, perPage: list.perPage } })
  return (
    <section>
      <h1>{label}</h1>
      {data.map((record) => (
        <p key={record.id}>
          {list.columns.map((column) => `${column.label}: ${columnText(column, record)}`).join(', ')}
        </p>
      ))}
    </section>
  )
}
