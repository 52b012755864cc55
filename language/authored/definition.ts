import type { Names, Registry } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { FieldOf, ObjectSchema, Pointer } from '../schema.ts'
import type { RestVerb } from '../simpleRest.ts'
import type { Action } from './action.ts'
import type { Binding, CheckedBinding, Read } from './call.ts'
import type { FormDefinition, FormPageDefinition } from './form.ts'
import type { ListDefinition } from './list.ts'
import type { ShowDefinition } from './show.ts'

/**
 * Everything the console knows about one resource, as pure data: `JSON.parse(JSON.stringify(definition))` equals the
 * definition. `resolve` fills in every default, and everything else reads the resolved value.
 */
export interface ResourceDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
> {
  /** Name of the resource: react-admin's, and the first half of every operation's name. */
  readonly name: string
  /** Label of the menu entry and title of the list. */
  readonly label: string
  /** Title of the list where it is not the label. */
  readonly title?: string
  /** Address of the list; `/{name}` by default. */
  readonly path?: string
  /** Further addresses that lead to the list. */
  readonly aliases?: readonly `/${string}`[]
  /**
   * JSON Schema of one record of the list, as the upstream sends it. Records without an `id` are known by their place in
   * the list, counted from its first page, so nothing can be done to one.
   */
  readonly record: S
  /** JSON Schema of the detail call's answer, where it is not one record of the list. */
  readonly detail?: ObjectSchema<N>
  /** Who may see one masked value whole, with a reason and an audit record; without it no one may (S-31). */
  readonly reveal?: N['permission']
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

type Verb = 'create' | 'update' | 'delete'

/**
 * A resource of a plain REST service: in place of its calls it says which dialect they speak. `bindings` are further
 * calls, for actions; an action may also have the binding `delete`.
 */
export interface CollectionDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
> extends Omit<ResourceDefinition<S, B, A, N>, 'bindings' | 'actions'> {
  /** List, detail, `getMany`, `create`, `update` and `delete` are called as `ra-data-simple-rest` calls them. */
  readonly dialect: 'simple-rest'
  /** Where the list is; one record is below it, by its id. */
  readonly call: `{${N['service']}}/${string}`
  /** Of each verb; reading has one. A verb without a permission is not declared, and so is not forwarded. */
  readonly permissions: { readonly read: N['permission'] } & { readonly [V in Verb]?: N['permission'] }
  readonly bindings?: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> } & {
    readonly [V in RestVerb]?: never
  }
  readonly actions?: { readonly [Name in A]: Action<S, (keyof B & string) | 'delete', N> } & {
    readonly [V in RestVerb]?: never
  }
}

/**
 * Says that a definition's records are items of another resource's detail, or of one of its reads. Their actions are
 * operations like all others; they have no list call, no address and no menu entry of their own.
 */
export interface PartOf {
  readonly resource: string
  /** The read of that resource that brings the records; its detail by default. */
  readonly read?: string
  /** The array inside the answer. */
  readonly path: Pointer
  /** The field that identifies an item; `id` by default. */
  readonly key?: string
  /** Places of the answer outside the array that may hold the key of a further item, to be downloaded and no more. */
  readonly files?: readonly Pointer[]
  /** Fields taken from the record of the page: the name here, and the field there. */
  readonly include?: Readonly<Record<string, string>>
  /**
   * What a clock on the screen runs from: the first of these places that has a value is the state (D-70), `since` is when
   * it began, as the service says it. Where that is missing, the gateway adds when this console first saw the state, as
   * `first_seen_at` (ISO 8601). Only records that are so have a clock.
   */
  readonly clock?: { readonly path: readonly Pointer[]; readonly since?: Pointer; readonly when?: Predicate }
}

/** Records that another resource's detail brings along: their columns, bindings and actions, and no page of their own. */
export interface NestedDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
> extends Pick<ResourceDefinition<S, B, A, N>, 'name' | 'label' | 'record' | 'actions' | 'noticeDelayMs'> {
  readonly partOf: PartOf & { readonly key?: FieldOf<S> }
  readonly bindings: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> }
  readonly list: Pick<ListDefinition<S, NoInfer<A>, N>, 'columns' | 'phoneColumns' | 'emptyText' | 'sort'>
}

/** What a definition file exports, the names of its fields forgotten. */
export type Definition = ResourceDefinition | CollectionDefinition | NestedDefinition | FormDefinition

/** What a console's author writes: its registrations, its screens in menu order, and records inside other records. */
export interface ConsoleDefinition {
  readonly registry: Registry
  readonly screens: readonly (ResourceDefinition | CollectionDefinition | FormPageDefinition)[]
  /** The screen that people land on after signing in. */
  readonly home: `/${string}`
  readonly nested: readonly NestedDefinition[]
}
