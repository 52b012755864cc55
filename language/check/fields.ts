import { leavesOf, type Source, type Binding } from '../binding.ts'
import { placeholdersOf } from '../template.ts'
import type { ResolvedAction } from '../resource.ts'

/** The calls that screens make by their names. */
export const READS: readonly string[] = ['list', 'listFiltered', 'getOne', 'getMany']

const pathFields = (call: string): readonly string[] => placeholdersOf(call.slice(call.indexOf('}') + 1))

const sourceFields = (sources: Readonly<Record<string, Source>> | undefined): readonly string[] =>
  leavesOf(sources).flatMap(([, source]) => ('field' in source ? [source.field] : []))

export const requestFields = ({ call, query, body }: Pick<Binding, 'call' | 'query' | 'body'>): readonly string[] => [
  ...pathFields(call),
  ...sourceFields(query),
  ...sourceFields(body),
]

const textsOf = (action: ResolvedAction): readonly string[] => {
  const { confirm, success, unchanged, blocked, result } = action
  const asked = [confirm?.title ?? '', confirm?.body ?? '', confirm?.typed?.text ?? '']
  const done = typeof success === 'string' ? success : success?.fallback
  const said = [done ?? '', unchanged ?? '', result?.title ?? '']
  return [...asked, ...said, ...blocked.map(({ message }) => message)]
}

export const placeholderFields = (action: ResolvedAction): readonly string[] => textsOf(action).flatMap(placeholdersOf)
