import type { ListResource } from '../../language/resource.ts'
import { useState } from 'react'
import { parseListUrl } from '../list/listUrl.ts'
import type { Row } from './columns.ts'
import type { RowModel } from './rowModel.ts'

/**
 * The running number of a row across the pages (D-163), where a column shows one: a record's place is its number; of
 * others the page and the index tell it. Rows of the page before keep their numbers for as long as they are shown.
 */
export function useRowNumbers(
  { definition, columns, query }: RowModel<ListResource>,
  isStale: boolean,
): (record: Row, index: number) => number | undefined {
  const before = (parseListUrl(definition, query).page - 1) * definition.list.perPage
  const [shown, setShown] = useState(before)
  if (!isStale && shown !== before) setShown(before)
  if (!columns.some(({ number }) => number === true)) return () => undefined
  const start = isStale ? shown : before
  return ({ id }, index) => (definition.idFrom === 'position' ? Number(id) : start + index + 1)
}
