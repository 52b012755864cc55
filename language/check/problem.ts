import type { Resource } from '../resource.ts'
import type { JSONSchema } from 'json-schema-to-ts'

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

/** Whether an empty text or list is refused. */
export const refusesEmpty = (schema: JSONSchema): boolean =>
  typeof schema === 'object' &&
  (schema.type !== 'string' || (schema.minLength ?? 0) > 0) &&
  (schema.type !== 'array' || (schema.minItems ?? 0) > 0)

/** Whether the text is a regular expression as JSON Schema reads them. */
export const isPattern = (text: string): boolean => {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
