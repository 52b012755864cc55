import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ListTab } from '../../language/list.ts'
import type { ListResource } from '../../language/resource.ts'
import { tabPlace } from '../query/filterChoice.ts'
import { isSameFilters } from '../query/formFilters.ts'
import { listParamsOf } from '../query/listQuery.ts'
import { formatListUrl, type ListPlace } from '../query/listUrl.ts'
import { countKey, countQuery, countText, moreTitle } from '../queue/recordQueue.ts'
import { afterPaint } from '../ui/lazyComponent.tsx'
import { moveInLine } from '../ui/lineKeys.ts'
import { useTabInView } from '../ui/Tabs.tsx'
import type { ListState } from './useListState.ts'

const isAt = ({ filter, form }: ListTab, state: ListPlace): boolean =>
  state.filter?.key === filter &&
  isSameFilters(form, state.form) &&
  state.hiddenFilters.length === 0 &&
  state.unknownFilter === undefined

/** The counts of tabs by their labels; `null` for one that failed. */
type Counts = Readonly<Record<string, string | null>>

const none: Counts = {}

/** How long the list has the network to itself once it is drawn, for a page that is turned at once, in ms. */
const HEAD_START_MS = 500

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Counts the records of each tab, one tab after the other, so that what a person does next does not wait. Counts again
 * when the list is opened, and after an action on its records.
 */
function useCounts(definition: ListResource, state: ListState, isWanted: boolean): Counts {
  const client = useQueryClient()
  const provider = useDataProvider()
  const { name, list } = definition
  const { sort } = state
  const queryKey = useMemo(() => [...countKey(name), 'tabs'], [name])
  const { data = none } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      await pause(HEAD_START_MS)
      let counts = client.getQueryData<Counts>(queryKey) ?? none
      for (const tab of list.tabs) {
        while (client.isFetching({ queryKey: [name] }) > 0) await afterPaint()
        signal.throwIfAborted()
        const params = listParamsOf(definition, { ...tabPlace(definition, tab, sort), search: '' })
        const found = await client.fetchQuery(countQuery({ definition, params, client, provider })).catch(() => null)
        signal.throwIfAborted()
        counts = { ...counts, [tab.label]: found === null ? null : countText(found.count, found.hasMore) }
        client.setQueryData(queryKey, counts)
      }
      return counts
    },
    enabled: isWanted,
    staleTime: 0,
    retry: false,
  })
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const isInvalid = event.type === 'updated' && event.action.type === 'invalidate'
        if (isInvalid && event.query.queryKey[0] === name) void client.invalidateQueries({ queryKey: countKey(name) })
      }),
    [client, name],
  )
  return data
}

/** The number of a tab, in a place of its own width, so that no tab moves when it comes. */
const Count = ({ count }: { readonly count: string | null | undefined }) => (
  <span className="cs-tab-number">
    {count === null && <span title="Couldn’t be counted">–</span>}
    {typeof count === 'string' && (
      <span
        className="cs-count cs-digits"
        data-zero={count === '0' || undefined}
        title={moreTitle(count.endsWith('+'))}
      >
        {count}
      </span>
    )}
  </span>
)

interface ListTabsProps {
  readonly definition: ListResource
  readonly state: ListState
  readonly isRead: boolean
}

/**
 * The tabs above a list, each a link to its filters with the number of its records. They are one stop of the Tab key:
 * arrows move, Enter and Space open.
 */
export const ListTabs = ({ definition, state, isRead }: ListTabsProps) => {
  const { tabs } = definition.list
  const counts = useCounts(definition, state, isRead)
  const active = tabs.find((tab) => isAt(tab, state))
  const [focused, setFocused] = useState<string>()
  const stop = focused ?? active?.label ?? tabs[0]?.label
  const list = useTabInView(active?.label)
  return (
    <div
      className="cs-tab-strip"
      role="tablist"
      aria-label={definition.label}
      ref={list}
      tabIndex={-1}
      onKeyDown={moveInLine}
      onBlur={() => setFocused(undefined)}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={{
            search: formatListUrl(definition, {
              ...tabPlace(definition, tab, state.sort),
              isOldestFirst: state.isOldestFirst,
            }),
          }}
          role="tab"
          className="cs-tab"
          aria-selected={tab === active}
          tabIndex={tab.label === stop ? 0 : -1}
          draggable={false}
          onFocus={() => setFocused(tab.label)}
        >
          {tab.label} <Count count={counts[tab.label]} />
        </Link>
      ))}
    </div>
  )
}
