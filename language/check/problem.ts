import type { Resource } from '../resource.ts'
import type { JSONSchema } from 'json-schema-to-ts'

/** One problem that types can't see and that would cause a failure later. */
export interface Problem {
  /** The place of the problem: `Resource.part.name`. */
  readonly where: string
  readonly message: string
}

/** One check of a definition, given all definitions. It returns every problem, or an empty list. */
export type Rule<Kind extends Resource = Resource> = (resource: Kind, all: readonly Resource[]) => readonly Problem[]

/** The entries of a map that may be missing. */
export const entriesOf = <V>(map: Readonly<Record<string, V>> | undefined): readonly (readonly [string, V])[] =>
  Object.entries(map ?? {})

/** The valid names, joined for a message. */
export const joinNames = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))

/** True when an empty text or list is refused. */
export const refusesEmpty = (schema: JSONSchema): boolean =>
  typeof schema === 'object' &&
  (schema.type !== 'string' ||
    (schema.minLength ?? 0) > 0 ||
    (Array.isArray(schema.enum) && !schema.enum.includes(''))) &&
  (schema.type !== 'array' || (schema.minItems ?? 0) > 0)

/** True when the text is a regular expression in JSON Schema's dialect. */
export const isPattern = (text: string): boolean => {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
