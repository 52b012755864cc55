import type { Action } from './action.ts'
import type { Binding, CheckedBinding } from './binding.ts'
import type { Column, ListDefinition } from './list.ts'
import type { PiiClass } from './pii.ts'
import type { AnyPredicate } from './predicate.ts'
import type { FieldOf, ObjectSchema } from './schema.ts'
import type { DetailDefinition, ShowDefinition } from './show.ts'

/** Field types that are accepted in other spellings on the wire: `"true"` and `1` for a boolean (D-147). */
export type Coercion = 'boolean' | 'number' | 'string'

/**
 * Everything the console knows about one resource, as pure data: `JSON.parse(JSON.stringify(definition))` equals the
 * definition. Screens, provider, gateway, tests and documents all read this one value.
 */
export interface ResourceDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
> {
  /** Name of the resource: react-admin's, and the first half of every operation's name. */
  readonly name: string
  /** Title of the list and label of the menu entry. */
  readonly label: string
  /** Address of the list; `/{name}` by default. */
  readonly path?: string
  /** Address of one record, for example `/account/{id}`. */
  readonly recordPath?: `/${string}/{id}`
  /** JSON Schema of one record of the list, as the upstream sends it. It has an `id`. */
  readonly record: S
  readonly pii?: { readonly [F in FieldOf<S>]?: PiiClass }
  readonly coerce?: { readonly [F in FieldOf<S>]?: Coercion }
  /** The detail call's answer, where it differs from the list's record. */
  readonly detail?: DetailDefinition
  readonly bindings: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>> } & { readonly list: Binding }
  readonly list: ListDefinition<S, NoInfer<A>>
  readonly show?: ShowDefinition
  readonly actions?: { readonly [Name in A]: Action<S, keyof B & string> }
  /** Delay before a success notice, as the spec asks of the ticker screens. */
  readonly noticeDelayMs?: number
}

/** An action whose record type has been forgotten: what engines work with. */
export interface AnyAction extends Omit<Action<ObjectSchema, string>, 'when' | 'expect'> {
  readonly when?: AnyPredicate
  readonly expect?: Readonly<Record<string, unknown>>
}

/** A column whose record type has been forgotten. */
export interface AnyColumn extends Omit<Column<ObjectSchema, string>, 'count'> {
  readonly count?: { readonly field: string; readonly label: string; readonly when?: AnyPredicate }
}

/** A list whose record type has been forgotten. */
export interface AnyList extends Omit<ListDefinition<ObjectSchema, string>, 'columns'> {
  readonly columns: readonly (string | AnyColumn)[]
}

/** A definition whose own types have been forgotten: what engines work with. */
export interface AnyDefinition extends Omit<ResourceDefinition, 'bindings' | 'actions' | 'list' | 'pii' | 'coerce'> {
  readonly pii?: Readonly<Partial<Record<string, PiiClass>>>
  readonly coerce?: Readonly<Partial<Record<string, Coercion>>>
  readonly bindings: Readonly<Record<string, Binding>>
  readonly list: AnyList
  readonly actions?: Readonly<Record<string, AnyAction>>
}

/**
 * Declares a resource. It returns its argument: authors write a plain object and get literal types and, for unknown
 * columns, services, path parameters, methods, bindings, body values, `when` fields and keys, compile errors. What
 * types cannot see is reported by `checkDefinitions` when the process starts.
 */
export function defineResource<
  const S extends ObjectSchema,
  const B extends Readonly<Record<string, Binding>>,
  const A extends string = never,
>(definition: ResourceDefinition<S, B, A>): ResourceDefinition<S, B, A> {
  return definition
}
