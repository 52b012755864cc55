import type { FieldSchema } from '../../language/schema.ts'

/** A coercion that a console registers: what a typed text is sent as. */
export type ConsoleCoercion = (text: string) => string

let own: Readonly<Record<string, ConsoleCoercion>> = {}

/** Registers the console's own coercions by name, once, before anything is typed. */
export function registerCoercions(coercions: Readonly<Record<string, ConsoleCoercion>>): void {
  own = coercions
}

/** The console's coercion with this name, or `undefined` if there is none. */
export const consoleCoercion = (name: string): ConsoleCoercion | undefined =>
  Object.hasOwn(own, name) ? own[name] : undefined

/** A typed text by the console's own coercion of its schema, where the result fits the schema's pattern. */
export function coercedText(schema: FieldSchema | undefined, text: string): string {
  const { coerce, pattern = '' } = typeof schema === 'object' ? schema : {}
  const coerced = (coerce === undefined ? undefined : consoleCoercion(coerce))?.(text) ?? text
  return new RegExp(pattern, 'u').test(coerced) ? coerced : text
}
