import type { Action } from './action.ts'
import type { Binding, CheckedBinding, Read } from './binding.ts'
import type { FormField, FormLayout } from './form.ts'
import type { ListDefinition } from './list.ts'
import type { Names } from './names.ts'
import type { PartOf } from './part.ts'
import type { PiiClass } from './pii.ts'
import type { FieldOf, ObjectSchema } from './schema.ts'
import type { DetailDefinition, ShowDefinition } from './show.ts'
import type { Collection, RestVerb } from './simpleRest.ts'

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

/**
 * A resource of a plain REST service: in place of its calls it says which dialect they speak. `bindings` are further
 * calls, for actions; an action may also have the binding `delete`.
 */
export interface CollectionDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
> extends Omit<ResourceDefinition<S, B, A, N>, 'bindings' | 'actions' | 'idFrom'> {
  /** List, detail, `getMany`, `create`, `update` and `delete` are called as `ra-data-simple-rest` calls them. */
  readonly dialect: 'simple-rest'
  readonly collection: Collection<N>
  readonly bindings?: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> } & {
    readonly [Verb in RestVerb]?: never
  }
  readonly actions?: { readonly [Name in A]: Action<S, (keyof B & string) | 'delete', N> } & {
    readonly [Verb in RestVerb]?: never
  }
}

/** Records that another resource's detail brings along: their columns, bindings and actions, and no page of their own. */
export interface NestedDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
> extends Omit<
  ResourceDefinition<S, B, A, N>,
  'path' | 'recordPath' | 'detail' | 'show' | 'reads' | 'bindings' | 'list' | 'menuLabel' | 'aliases' | 'idFrom'
> {
  readonly partOf: PartOf & { readonly key?: FieldOf<S> }
  readonly bindings: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> }
  readonly list: Pick<ListDefinition<S, NoInfer<A>, N>, 'columns' | 'brief' | 'empty' | 'sort'>
}

/** The record that a form's fields make. */
type FormRecord<F> = { readonly type: 'object'; readonly properties: Readonly<Record<keyof F & string, object>> }

/** A form as its author writes it: fields, one call, and what is said before and after. */
export interface FormDefinition<
  F extends Readonly<Record<string, FormField>> = Readonly<Record<string, FormField>>,
  B extends Binding = Binding,
  N extends Names = Names,
>
  extends
    Omit<FormLayout<N>, 'fields'>,
    Pick<Action<FormRecord<F>, 'submit', N>, 'confirm' | 'failure' | 'result' | 'tone' | 'refetch'>,
    Partial<Pick<Action<FormRecord<F>, 'submit', N>, 'success'>> {
  /** Name of the form: its address (`?form=name`) and the first half of its operation's name. */
  readonly name: string
  readonly label: string
  readonly fields: F
  readonly call: B & CheckedBinding<B, keyof F & string, N>
}

/** What a definition file exports, the names of its fields forgotten. */
export type Definition = ResourceDefinition | CollectionDefinition | NestedDefinition | FormDefinition
