import { useRecordContext } from 'ra-core'
import type { CellProps } from '../../../src/console/extensions.ts'

export const Cover = ({ text }: CellProps) => {
  const book = useRecordContext()
  return <img src={`/covers/${text}.png`} alt={`Cover of ${String(book?.['title'])}`} width={24} height={32} />
}
