import type { Source } from '../binding.ts'

/** Where one value of a call comes from. */
export type Leaf = Exclude<Source, { readonly nested: unknown }>

type Sources = Readonly<Record<string, Source>> | undefined

/** The values of a query or a body by the names they are sent under, objects inside it looked into: `copy.shelf`. */
export const leavesOf = (sources: Sources): readonly (readonly [wire: string, source: Leaf])[] =>
  Object.entries(sources ?? {}).flatMap(([wire, source]) =>
    'nested' in source
      ? leavesOf(source.nested).map(([inner, leaf]) => [`${wire}.${inner}`, leaf] as const)
      : [[wire, source] as const],
  )
