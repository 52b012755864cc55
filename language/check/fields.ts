import type { Source, Binding } from '../binding.ts'
import { placeholdersOf } from '../template.ts'
import type { ResolvedAction } from '../resource.ts'

/** The source of one value of a call. */
export type Leaf = Exclude<Source, { readonly nested: unknown }>

type Sources = Readonly<Record<string, Source>> | undefined

/** The values of a query or a body by their wire names, including nested objects: `copy.shelf`. */
export const leavesOf = (sources: Sources): readonly (readonly [wire: string, source: Leaf])[] =>
  Object.entries(sources ?? {}).flatMap(([wire, source]) =>
    'nested' in source
      ? leavesOf(source.nested).map(([inner, leaf]) => [`${wire}.${inner}`, leaf] as const)
      : [[wire, source] as const],
  )

const pathFields = (call: string): readonly string[] => placeholdersOf(call.slice(call.indexOf('}') + 1))

const sourceFields = (sources: Readonly<Record<string, Source>> | undefined): readonly string[] =>
  leavesOf(sources).flatMap(([, source]) => ('field' in source ? [source.field] : []))

/** The fields of the record that a call sends. */
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
  return [...asked, ...said, ...blocked.map(({ text }) => text)]
}

/** The fields that an action's texts use. */
export const placeholderFields = (action: ResolvedAction): readonly string[] => textsOf(action).flatMap(placeholdersOf)
