import type { Resource } from '../resource.ts'

/** One thing that types cannot see and that would go wrong later. */
export interface Problem {
  /** `Resource.part.name`: where to look. */
  readonly where: string
  readonly message: string
}

/** One thing to look at in a definition, among all of them: everything that is wrong with it, or nothing. */
export type Rule<Kind extends Resource = Resource> = (resource: Kind, all: readonly Resource[]) => readonly Problem[]

/** The entries of a map that may be missing. */
export const entriesOf = <V>(map: Readonly<Record<string, V>> | undefined): readonly (readonly [string, V])[] =>
  Object.entries(map ?? {})

/** What may be written instead. */
export const joinNames = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))
