import type { ListResource } from '../../language/resource.ts'
import { recordsWord } from '../model/consoleModel.ts'
import { Pager } from '../ui/Pager.tsx'
import type { ListViewState } from './viewStateOf.ts'
import type { ListState } from './useListState.ts'
import type { ListFacts, Records } from './useRecords.ts'

interface ListFooterProps {
  readonly definition: ListResource
  readonly state: ListState
  readonly records: Records
  readonly viewState: ListViewState
}

/** View states without a page to go to. */
const without: readonly ListViewState[] = [
  'empty',
  'noMatch',
  'forbidden',
  'refused',
  'unknownFilter',
  'filterLost',
  'notConfigured',
  'notSearched',
]

/** '3 books hidden (no status)' (D-41). */
export const hiddenText = (definition: ListResource, hidden: number): string => {
  const word = recordsWord(definition)
  return `${hidden} ${hidden === 1 ? word.replace(/s$/, '') : word} hidden (no ${definition.list.hideWithout ?? 'value'})`
}

/** '2 records could not be read'. */
export const unreadText = (count: number, word: string): string =>
  `${count} ${count === 1 ? word : `${word}s`} could not be read`

/** Notes about records that are not shown, and why. */
export const ListNotes = ({ definition, facts }: { readonly definition: ListResource; readonly facts: ListFacts }) => (
  <span className="cs-row cs-note cs-digits">
    {facts.hidden > 0 && <span>{hiddenText(definition, facts.hidden)}</span>}
    {facts.dropped > 0 && <span>{unreadText(facts.dropped, 'record')}</span>}
    {facts.unreadable > facts.dropped && <span>{unreadText(facts.unreadable - facts.dropped, 'value')}</span>}
  </span>
)

/** Below the rows: notes about what is not shown, and the pager. It stays while a page fails. */
export const ListFooter = ({ definition, state, records, viewState }: ListFooterProps) => {
  const { facts, range, hasNextPage, isStale } = records
  const isOnePage = facts.totalPages === 1 && state.page === 1
  // The text in the place of the rows leads to the last page.
  const isBeyond = viewState === 'beyond' && facts.totalPages !== undefined
  const hasNotes = viewState === 'rows' && facts.hidden + facts.unreadable > 0
  if (without.includes(viewState) || isBeyond || (isOnePage && !hasNotes)) return null
  // When the number of pages is unknown, only the page itself tells whether there is a next one.
  const hasNext = hasNextPage && !(isStale && facts.totalPages === undefined)
  return (
    <footer className="cs-row cs-list-foot">
      {!isOnePage && (
        <Pager page={state.page} pages={facts.totalPages} range={range} hasNext={hasNext} onPage={state.setPage} />
      )}
      {hasNotes && <ListNotes definition={definition} facts={facts} />}
    </footer>
  )
}
