import { useQueries } from '@tanstack/react-query'
import type { ListResource } from '../../language/resource.ts'
import { isPresent } from '../../language/predicate.ts'
import { pointerOf, valueAt } from '../../language/pointer.ts'
import { unreadableAt } from '../../language/unreadable.ts'
import { titleOf } from '../actions/recordChange.ts'
import { failureOf, sessionOver, type Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { useConsoleProvider, type ScreenProvider } from '../data/useConsoleProvider.ts'

/** How long a further read counts as fresh, in ms. An action on the resource makes it stale at once. */
const READ_STALE_MS = 60_000

export interface ReadState {
  readonly name: string
  /** `disabled`: the record lacks a value the call needs, so there is nothing to call. */
  readonly state: 'loading' | 'read' | 'failed' | 'disabled'
  readonly answer: unknown
  readonly failure: Failure | undefined
  /** Why there is nothing to call: the field that the record lacks, or that could not be read. */
  readonly lacks: string | undefined
  readonly retry: () => void
}

/** That the record lacks the first field that the call needs, or that it could not be read. */
function lackOf(definition: ListResource, name: string, record: Row): string | undefined {
  const sources = Object.values(definition.reads[name]?.query ?? {})
  const field = sources
    .flatMap((source) => ('field' in source ? [source.field] : []))
    .find((f) => !isPresent(record[f]))
  if (field === undefined) return undefined
  const label = titleOf(definition, field)
  return unreadableAt(record, pointerOf([field])) === undefined
    ? `There is no ${label} yet`
    : `${label} could not be read`
}

/** The answer of a further read. Parts that could not be read are null in it, so a null is no proof of absence. */
export interface FurtherRead {
  readonly answer: unknown
  readonly isPartial: boolean
}

/** After an ended session react-admin resolves with empty data and no `meta`. That is no answer. */
const answered = ({ data, meta }: { readonly data: unknown; readonly meta?: unknown }): FurtherRead => {
  if (meta === undefined) throw sessionOver()
  return { answer: data, isPartial: valueAt(meta, '/unreadable') !== 0 }
}

/** The query of one further read. Equal reads of the same record share one answer. */
export const readQuery = (
  definition: ListResource,
  name: string,
  record: Row,
  provider: Pick<ScreenProvider, 'read'>,
) => ({
  queryKey: [definition.name, 'read', { name, id: record.id }],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<FurtherRead> =>
    answered(await provider.read(definition.name, { name, record, signal })),
  retry: false,
})

interface Answer {
  readonly data: unknown
  readonly error: unknown
  readonly isPending: boolean
}

function stateOf(lacks: string | undefined, { data, error, isPending }: Answer) {
  if (lacks !== undefined) return 'disabled'
  if (isPending) return 'loading'
  if (data !== undefined) return 'read'
  return failureOf(error).kind === 'sessionOver' ? 'loading' : 'failed'
}

/**
 * Makes the named further reads of a definition while they are needed. Answers are cached, so a tab shows them at once
 * on return. A change to the resource makes them read again.
 */
export function useReads(definition: ListResource, names: readonly string[], record: Row): readonly ReadState[] {
  const provider = useConsoleProvider()
  const lacks = names.map((name) => lackOf(definition, name, record))
  const answers = useQueries({
    queries: names.map((name, index) => ({
      ...readQuery(definition, name, record, provider),
      enabled: lacks[index] === undefined,
      staleTime: READ_STALE_MS,
    })),
  })
  return answers.map((answer, index) => ({
    name: names[index] ?? '',
    state: stateOf(lacks[index], answer),
    answer: answer.data?.answer,
    failure: answer.error === null || answer.isPending ? undefined : failureOf(answer.error),
    lacks: lacks[index],
    retry: () => void answer.refetch(),
  }))
}
