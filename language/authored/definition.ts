import type { StepTitles } from '../input.ts'
import type { Names, Registry } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { FieldOf, ObjectSchema, Pointer, ScalarOfProperty } from '../schema.ts'
import type { RestVerb } from '../simpleRest.ts'
import type { Action } from './action.ts'
import type { Binding, Call, CheckedBinding } from './call.ts'
import type { FormDefinition, FormPageDefinition } from './form.ts'
import type { ListDefinition } from './list.ts'
import type { ShowDefinition } from './show.ts'

/**
 * Everything the console knows about one resource, as pure data: `JSON.parse(JSON.stringify(definition))` equals the
 * definition. `resolve` fills in every default, and all other code reads the resolved value.
 */
export interface ResourceDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
  V = { [F in FieldOf<S>]: string extends F ? unknown : ScalarOfProperty<S['properties'][F], N> },
> {
  /** The resource's name in react-admin, and the first half of every operation's name. */
  readonly name: string
  /** Label of the menu entry and title of the list. */
  readonly label: string
  /** Title of the list, when it differs from the label. */
  readonly title?: string
  /** Path of the list, `/{name}` by default, and further paths that lead to it. */
  readonly path?: `/${string}` | readonly [own: `/${string}`, ...others: `/${string}`[]]
  /**
   * JSON Schema of one record of the list. Records without an `id` are identified by their place in the list, counted
   * from its first page, so they can't have actions.
   */
  readonly record: S
  /** The field that identifies a record, or the fields that do so together, when it is not the field `id`. */
  readonly id?: FieldOf<S> | readonly FieldOf<S>[]
  /**
   * The field whose value changes with every change of the record, such as `updated_at`. Edit forms and actions with
   * `recheck` are refused when it changed since the record was read. Without it, the values that were seen are compared.
   */
  readonly version?: FieldOf<S>
  /** The permission to reveal one masked value, with a reason and an audit record. Without it no one may (S-31). */
  readonly reveal?: N['permission']
  /**
   * Calls by name. `list` reads the records, `listFiltered`, if present, reads them while any filter is set (D-137),
   * `getOne` reads one record, with its `schema` if that is not one record of the list, and `getMany` reads those with the ids of `{ param: 'ids' }`, so that references to this
   * resource need one call. Actions name the others. A GET of a declared `schema` that no action names reads more about one
   * record: tabs and banners of its page name it.
   */
  readonly bindings: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> } & {
    readonly list: Binding<string, N, Call>
  }
  readonly list: ListDefinition<keyof V & string, NoInfer<A>, N, V>
  readonly show?: ShowDefinition<keyof V & string, NoInfer<A>, N, V>
  readonly actions?: { readonly [Name in A]: Action<V, keyof B & string, N> }
  /**
   * How records are created and changed by the bindings `create` (POST) and `update` (PATCH, or PUT with the
   * whole record; by another method, such as POST, a call with its own `body`), or by a dialect, and what the action of a binding `delete` calls them: the
   * fields in their order, all writable ones by default, and the name of one record ('book'). `when` shows a field only
   * while other fields of the form meet its condition: by the record with the changes. A change of an object sends the
   * properties that changed, null for those that were cleared; an object that the binding's own `body` names is sent
   * whole. An `update` with its own `body` sends of its inputs those that changed, null for cleared ones; by PUT it
   * needs all of them. A list is always sent whole. Masked values inside are shown as masked and never sent, so a list
   * that has some can't be changed here. `blocked` keeps a record in one of these states from being changed, and says why.
   * `steps` asks for the fields in several steps: the names of the fields of each,
   * by its title; the fields are then those of the steps.
   */
  readonly form?: {
    readonly fields?: readonly FieldOf<S>[]
    readonly label?: string
    readonly when?: { readonly [F in FieldOf<S>]?: Predicate<V> }
    readonly blocked?: readonly { readonly when: Predicate<V>; readonly message: string }[]
    readonly steps?: StepTitles<FieldOf<S>>
  }
  /** Delay before a success notice, so that staff see the dialog close first. */
  readonly noticeDelayMs?: number
}

type Verb = 'create' | 'update' | 'delete'

/**
 * A resource of a plain REST service. The dialect replaces its calls. `bindings` are further calls, for actions; an
 * action may also use the binding `delete`.
 */
export interface CollectionDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
  V = { [F in FieldOf<S>]: string extends F ? unknown : ScalarOfProperty<S['properties'][F], N> },
> extends Omit<ResourceDefinition<S, B, A, N, V>, 'bindings' | 'actions'> {
  /** List, detail, `getMany`, `create`, `update` and `delete` are called as `ra-data-simple-rest` calls them. */
  readonly dialect: 'simple-rest'
  /** The path of the list. One record is below it, by its id. */
  readonly call: `{${N['service']}}/${string}`
  /**
   * The permission of each call; reading always has one, that of the `list`. A call without a permission is not declared,
   * and so is not forwarded.
   */
  readonly permissions: { readonly list: N['permission'] } & { readonly [V in Verb]?: N['permission'] }
  readonly bindings?: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> } & {
    readonly [V in RestVerb]?: never
  }
  readonly actions?: { readonly [Name in A]: Action<V, (keyof B & string) | 'delete', N> } & {
    readonly [V in RestVerb]?: never
  }
}

/**
 * Declares that a definition's records are items of another resource's detail, or of one of its reads. Their actions
 * are operations like all others; they have no list call, path or menu entry of their own.
 */
export interface PartOf {
  readonly resource: string
  /** The call of that resource that returns the records; its detail by default. */
  readonly binding?: string
  /** The array inside the answer. Places after it may have the id of a further item, for download only. */
  readonly path: Pointer | readonly [items: Pointer, ...ids: Pointer[]]
  /** Fields taken from the record of the page: the name here, and the field there. */
  readonly include?: Readonly<Record<string, string>>
  /**
   * The start of a clock on the screen. The first of the places `status` with a value is the state (D-70); `path` is when
   * it began, as the service reports it. If that is missing, the gateway adds when this console first saw the state, as
   * `first_seen_at` (ISO 8601). Only records that meet `when` have a clock.
   */
  readonly clock?: { readonly status: readonly Pointer[]; readonly path?: Pointer; readonly when?: Predicate }
}

/** Records inside another resource's detail: their columns, bindings and actions, without a page of their own. */
export interface NestedDefinition<
  S extends ObjectSchema = ObjectSchema,
  B extends Readonly<Record<string, Binding>> = Readonly<Record<string, Binding>>,
  A extends string = string,
  N extends Names = Names,
  V = { [F in FieldOf<S>]: string extends F ? unknown : ScalarOfProperty<S['properties'][F], N> },
> extends Pick<ResourceDefinition<S, B, A, N, V>, 'name' | 'label' | 'record' | 'actions' | 'form' | 'noticeDelayMs'> {
  readonly partOf: PartOf
  /** The field that identifies an item, when it is not the field `id`. */
  readonly id?: FieldOf<S>
  readonly bindings: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> }
  readonly list: Pick<
    ListDefinition<keyof V & string, NoInfer<A>, N, V>,
    'columns' | 'phoneColumns' | 'emptyText' | 'sort'
  >
}

/** The export of a definition file, without the types of its field names. */
export type Definition = ResourceDefinition | CollectionDefinition | NestedDefinition | FormDefinition

/** A console as its author writes it: its registry, its screens in menu order, and its nested records. */
export interface ConsoleDefinition {
  readonly registry: Registry
  readonly screens: readonly (ResourceDefinition | CollectionDefinition | FormPageDefinition)[]
  /** The screen that people see first after signing in. */
  readonly home: `/${string}`
  readonly nested: readonly NestedDefinition[]
}
