import { useEffect, type RefObject } from 'react'
import { FocusTooltip } from '../ui/FocusTooltip.tsx'
import { startGridKeys } from '../ui/gridKeys.ts'
import type { ListResource } from '../../language/resource.ts'
import type { ResolvedList } from '../../language/list.ts'
import { rowsOf } from './useRowFocus.ts'
import { useFoundMarks } from './useFoundMarks.ts'
import type { ListState } from './useListState.ts'
import { useSentSearch } from './useSentSearch.ts'
import { RowKeys } from '../ui/RowKeys.tsx'
import type { KeyCommands } from '../ui/useKeys.ts'

interface ListKeysProps {
  readonly section: RefObject<HTMLElement | null>
  readonly definition: ListResource
  /** Its search is the one that the rows are of. */
  readonly state: ListState
  /** True when the rows of the current place are on screen. */
  readonly hasRows: boolean
  /** True when the search or the filters of the current place find nothing. */
  readonly hasNone: boolean
}

/** Makes the table of the list one stop of the Tab key. */
function useGridKeys({ section, hasRows }: ListKeysProps): void {
  useEffect(() => {
    const table = hasRows ? section.current?.querySelector<HTMLElement>('table[role="grid"]') : undefined
    return table === null || table === undefined ? undefined : startGridKeys(table)
  }, [section, hasRows])
}

/** Keeps a search in view that has the focus: the rows that it finds begin at the top of the page. */
function useSearchInView({ section, state: { search }, hasRows }: ListKeysProps): void {
  useEffect(() => {
    section.current?.querySelector('search:focus-within')?.scrollIntoView({ block: 'nearest' })
  }, [section, search, hasRows])
}

/** The key that opens the filters of a list without a search. */
const filterKey = (list: ResolvedList, section: RefObject<HTMLElement | null>): KeyCommands => {
  if (list.search !== undefined || list.filterForm === undefined) return {}
  const open = () => section.current?.querySelector<HTMLElement>('[data-filter-form][aria-expanded="false"]')?.click()
  return { '/': { label: list.filterForm.label, run: open } }
}

/**
 * The keys of a list: `/` opens its filters, J and K move between records, and the arrows within the table, with full texts. And
 * what its search has besides its box.
 */
export const ListKeys = (props: ListKeysProps) => {
  const { section, definition } = props
  useGridKeys(props)
  useFoundMarks(props)
  useSentSearch(props)
  useSearchInView(props)
  return (
    <>
      <RowKeys find={() => rowsOf(section.current)} others={filterKey(definition.list, section)} />
      <FocusTooltip within={section} />
    </>
  )
}
