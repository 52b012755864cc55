import type { JSONSchema } from 'json-schema-to-ts'
import type { Resource } from '../resource.ts'
import { stepsOf } from '../pointer.ts'
import type { Pointer } from '../schema.ts'

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

/** Whether a structure is declared without saying what is in it. */
const isFree = ({ type, properties, items }: Exclude<JSONSchema, boolean>): boolean =>
  properties === undefined && items === undefined && (type === undefined || [type].flat().includes('object'))

/**
 * The part of a JSON Schema that a pointer into a matching document names; `*` and numbers are items of an array. Any
 * place may be named inside a structure that is declared without its contents.
 */
export function schemaAt(schema: JSONSchema | undefined, pointer: Pointer): JSONSchema | undefined {
  let at: JSONSchema | undefined = schema
  for (const step of stepsOf(pointer)) {
    if (at === undefined || typeof at === 'boolean') return undefined
    if (isFree(at)) return {}
    const isItem = step === '*' || /^\d+$/.test(step)
    const items = isItem ? (at.items as JSONSchema | undefined) : undefined
    at = items ?? (at.properties?.[step] as JSONSchema | undefined)
  }
  return at
}
