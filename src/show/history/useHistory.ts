import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HistoryEvent } from '../../../language/history.ts'
import type { ListResource } from '../../../language/resource.ts'
import type { HistorySource, PageModel, SourceLine } from '../../console/extensions.ts'
import { installedConsole } from '../../console/installedConsole.tsx'
import { failureIn, type Failure } from '../../data/failure.ts'
import { useReads } from '../useRead.ts'
import { historyLines, type HistoryLine } from './historyLines.ts'
import { useTrail } from './useTrail.ts'

const NO_SOURCES: readonly HistorySource[] = []

function useSources({ name }: ListResource) {
  const load = installedConsole().history[name]
  return useQuery({
    queryKey: ['console', 'historySources', name],
    queryFn: async () => (load === undefined ? NO_SOURCES : await load()),
    staleTime: Infinity,
    retry: false,
  })
}

/** One source of the history, and why it is not shown yet. */
export interface SourceState {
  readonly label: string
  readonly isLoading: boolean
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** A record's history: what is known so far, and the state of each of its sources. */
interface HistoryState {
  readonly lines: readonly HistoryLine[]
  readonly sources: readonly SourceState[]
}

const NO_EVENTS: readonly HistoryEvent[] = []

/** Reads the trail and the console's sources. Each is shown as soon as it is there, whatever the others do. */
export function useHistory(model: PageModel): HistoryState {
  const { definition, parts, detail, record } = model
  const trail = useTrail(definition, record.id)
  const { data: sources = NO_SOURCES, error, isPending, refetch } = useSources(definition)
  const names = useMemo(() => [...new Set(sources.flatMap(({ read }) => read ?? []))], [sources])
  const reads = useReads(definition, names, record)
  const readOf = ({ read }: HistorySource) => reads.find(({ name }) => name === read)
  const answers = names.map((name) => reads.find((read) => read.name === name)?.answer)
  const { events = NO_EVENTS } = trail
  const known = sources.map((source): { readonly label: string; readonly lines: readonly SourceLine[] } => {
    const { label = '', read, linesOf } = source
    const answer = read === undefined ? undefined : answers[names.indexOf(read)]
    const isKnown = read === undefined || readOf(source)?.state === 'read'
    return { label, lines: isKnown ? linesOf({ detail, answer, events }) : [] }
  })
  const states = sources.flatMap((source): readonly SourceState[] => {
    const read = readOf(source)
    if (read === undefined) return []
    return [
      {
        label: source.label ?? 'This record',
        isLoading: read.state === 'loading',
        failure: read.failure,
        retry: read.retry,
      },
    ]
  })
  return {
    lines: historyLines({ definition, parts }, events, known),
    sources: [
      {
        label: 'This console',
        isLoading: trail.events === undefined && trail.failure === undefined,
        failure: trail.failure,
        retry: trail.retry,
      },
      ...states,
      ...(isPending || error !== null
        ? [
            {
              label: 'Other sources',
              isLoading: isPending,
              failure: failureIn(error),
              retry: () => void refetch(),
            },
          ]
        : []),
    ],
  }
}
