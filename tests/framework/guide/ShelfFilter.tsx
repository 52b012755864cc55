import { useGetList } from 'ra-core'
import type { InputProps } from '../../../src/ui/registered.tsx'

export const ShelfFilter = ({ id, name, value, onChange }: InputProps) => {
  const { data = [] } = useGetList('books')
  const shelves = [...new Set(data.map(({ shelf }) => String(shelf)))]
  return (
    <select {...{ id, name, value }} className="cs-input" onChange={({ target }) => onChange(target.value)}>
      <option value="">Any</option>
      {shelves.map((shelf) => (
        <option key={shelf}>{shelf}</option>
      ))}
    </select>
  )
}
