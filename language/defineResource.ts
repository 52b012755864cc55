import type { Action } from './action.ts'
import type { Binding, CheckedBinding, Read } from './binding.ts'
import type { FormLayout } from './form.ts'
import type { Column, ListDefinition } from './list.ts'
import type { Names } from './names.ts'
import type { PartOf } from './part.ts'
import type { PiiClass } from './pii.ts'
import type { AnyPredicate } from './predicate.ts'
import type { FieldOf, ObjectSchema, Pointer } from './schema.ts'
import type { DetailDefinition, Newest, ShowDefinition } from './show.ts'

/**
 * Field types that are accepted in other spellings on the wire: `"true"` and `1` for a boolean (D-147), any case for
 * constants in capitals (D-68), text for the JSON it holds (D-75).
 */
export type Coercion = 'boolean' | 'number' | 'string' | 'upperCase' | 'json'

/**
 * Everything the console knows about one resource, as pure data: `JSON.parse(JSON.stringify(definition))` equals the
 * definition. Screens, provider, gateway, tests and documents all read this one value.
 */
export interface ResourceDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
> {
  /** Name of the resource: react-admin's, and the first half of every operation's name. */
  readonly name: string
  /** Title of the list and label of the menu entry. */
  readonly label: string
  /** Label of the menu entry where it is not the title. */
  readonly menuLabel?: string
  /** Address of the list; `/{name}` by default. */
  readonly path?: string
  /** Further addresses that lead to the list. */
  readonly aliases?: readonly `/${string}`[]
  /** Address of one record, for example `/account/{id}`. */
  readonly recordPath?: `/${string}/{id}`
  /** JSON Schema of one record of the list, as the upstream sends it. It has an `id`, or `idFrom` makes one. */
  readonly record: S
  /** The upstream gives records no id: they are known by their place in the list, counted from its first page. */
  readonly idFrom?: 'position'
  readonly pii?: { readonly [F in FieldOf<S>]?: PiiClass }
  readonly coerce?: { readonly [F in FieldOf<S>]?: Coercion }
  /** The detail call's answer, where it differs from the list's record. */
  readonly detail?: DetailDefinition<N>
  /**
   * Calls by name. `list` reads the records, `listFiltered`, where there is one, while any filter is set (D-137),
   * `getOne` one record; actions name the others.
   */
  readonly bindings: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> } & {
    readonly list: Binding<string, N>
  }
  /** Calls that read more about one record, by name: what tabs and banners of its page may ask for. */
  readonly reads?: Readonly<Record<string, Read<FieldOf<S>, N>>>
  readonly list: ListDefinition<S, NoInfer<A>, N>
  readonly show?: ShowDefinition<S, NoInfer<A>, N>
  readonly actions?: { readonly [Name in A]: Action<S, keyof B & string, N> }
  /** Delay before a success notice, where staff should see the dialog close first. */
  readonly noticeDelayMs?: number
}

/** An action whose record type has been forgotten: what engines work with. */
export interface AnyAction extends Omit<Action<ObjectSchema, string>, 'when' | 'expect' | 'blocked' | 'success'> {
  readonly when?: AnyPredicate
  readonly blocked?: readonly { readonly when: AnyPredicate; readonly reason: string }[]
  readonly expect?: Readonly<Record<string, unknown>>
  /** Missing only in a form that shows what it has read: its answer needs no notice beside it. */
  readonly success?: Action<ObjectSchema, string>['success']
}

/** A column whose record type has been forgotten. */
export interface AnyColumn extends Omit<Column<ObjectSchema, string>, 'count'> {
  readonly count?: { readonly field: string; readonly label: string; readonly when?: AnyPredicate }
}

/** A list whose record type has been forgotten. */
export interface AnyList extends Omit<ListDefinition<ObjectSchema, string>, 'columns'> {
  readonly columns: readonly (string | AnyColumn)[]
}

/** A record's page whose record type has been forgotten. */
export interface AnyShow extends Omit<ShowDefinition, 'record' | 'refresh'> {
  readonly record?: Readonly<Partial<Record<string, Pointer | Newest>>>
  readonly refresh?: { readonly while: AnyPredicate; readonly everyMs: number }
}

/** A definition whose own types have been forgotten: what engines work with. */
export interface AnyDefinition extends Omit<
  ResourceDefinition,
  'bindings' | 'actions' | 'list' | 'pii' | 'coerce' | 'show'
> {
  readonly pii?: Readonly<Partial<Record<string, PiiClass>>>
  readonly coerce?: Readonly<Partial<Record<string, Coercion>>>
  readonly show?: AnyShow
  /** There are no records but what is typed: the definition is a form with one call, `submit`. */
  readonly form?: FormLayout
  /** The records are part of another resource's detail: there is no list call and no menu entry. */
  readonly partOf?: PartOf
  readonly bindings: Readonly<Record<string, Binding>>
  readonly list: AnyList
  readonly actions?: Readonly<Record<string, AnyAction>>
}
