import type { Pointer, ObjectSchema, Scalar } from './schema.ts'
import type { Predicate } from './predicate.ts'
import type { Action, ActionInput, Confirmation } from './action.ts'
import type { Binding, Read, ResponseMapping, Source } from './binding.ts'
import type { FormLayout } from './form.ts'
import type { RecordForm } from './recordForm.ts'
import type { Column, ListDefinition } from './list.ts'
import type { Banner, DetailDefinition, ShowDefinition } from './show.ts'

/** The place of a record's state and of its start: the basis of a clock on the screen. */
export interface Clock {
  /** The first of these with a value is the state (D-70). */
  readonly path: readonly Pointer[]
  /** When the state began, as the service reports it. */
  readonly since?: Pointer
  /** Only records that meet this have a clock. */
  readonly when?: Predicate
}

/**
 * Declares that a definition's records are items of another resource's detail, or of one of its reads. Their actions
 * are operations like all others; they have no list call, path or menu entry of their own.
 */
export interface PartOf {
  readonly resource: string
  /** The read of that resource that returns the records; its detail by default. */
  readonly read?: string
  /** The array inside the answer. */
  readonly path: Pointer
  /** The field that identifies an item; `id` by default. */
  readonly key?: string
  /** Places in the answer outside the array that may have the key of a further item, for download only. */
  readonly files?: readonly Pointer[]
  /** Fields taken from the record of the page: the name here, and the field there. */
  readonly include?: Readonly<Record<string, string>>
  /** When `since` is missing, the gateway adds when this console first saw the state, as `first_seen_at` (ISO 8601). */
  readonly clock?: Clock
}

/** The same type, with these keys always present. */
type Filled<T, Defaults> = Omit<T, keyof Defaults> & Defaults

type Sources = Readonly<Record<string, Source>>

/** One call, with its effect resolved. */
export type ResolvedBinding = Filled<
  Binding,
  { readonly effect: 'read' | 'mutate'; readonly query: Sources; readonly response: ResponseMapping }
> & {
  /** The whole record is sent: the gateway reads it and sends it with the changes in it. */
  readonly replaces?: true
}

/** A further read of one record. */
export type ResolvedRead = Filled<Read, { readonly query: Sources }> & Pick<ResponseMapping, 'failures'>

/** One action, with the defaults of its binding and its definition. */
export type ResolvedAction = Filled<
  Action,
  {
    readonly scope: 'record' | 'list'
    readonly placement: 'row' | 'column'
    readonly permission: string
    readonly when: Predicate
    readonly blocked: readonly { readonly when: Predicate; readonly message: string }[]
    readonly recheck: boolean
    readonly query: Readonly<Record<string, Scalar>>
    readonly body: Readonly<Record<string, Scalar>>
    readonly input: Readonly<Record<string, ActionInput>>
    /** The confirmation before the call; `null` when there is none. */
    readonly confirm: Confirmation | null
    /** `null` only in a form that shows what it has read, because its answer needs no notice. */
    readonly success: Action['success'] | null
    readonly tone: 'danger' | 'neutral'
    readonly noticeDelayMs: number
    readonly refetch: readonly string[]
  }
>

/** One column. */
export type ResolvedColumn = Filled<
  Column,
  {
    readonly id: string
    readonly label: string
    readonly display: string
    readonly path: Pointer
    readonly and: readonly string[]
    readonly fallback: readonly { readonly field: string; readonly when?: Predicate }[]
    readonly actions: readonly string[]
    readonly isNumeric: boolean
    readonly isSortable: boolean
  }
>

/** The display of the records as a list. */
export type ResolvedList = Filled<
  ListDefinition,
  {
    readonly columns: readonly ResolvedColumn[]
    readonly phoneColumns: readonly string[]
    /** The fields by which the reader may order the records. */
    readonly sortable: readonly string[]
    /** The service orders the records by several fields at once. */
    readonly sortsBySeveral: boolean
    readonly filters: NonNullable<ListDefinition['filters']>
    readonly find: NonNullable<ListDefinition['find']>
    readonly tabs: NonNullable<ListDefinition['tabs']>
    readonly layout: 'table' | 'cards'
  }
>

/** The page of a record. */
export type ResolvedShow = Filled<
  ShowDefinition,
  {
    readonly record: NonNullable<ShowDefinition['record']>
    readonly header: Filled<
      ShowDefinition['header'],
      { readonly actions: readonly string[]; readonly switches: readonly string[] }
    >
    readonly banners: readonly Banner[]
    readonly summary: NonNullable<ShowDefinition['summary']>
    readonly tabs: NonNullable<ShowDefinition['tabs']>
    readonly below: NonNullable<ShowDefinition['below']>
  }
>

/** The place of nested records. */
export type ResolvedPartOf = Filled<
  PartOf,
  {
    readonly key: string
    readonly files: readonly Pointer[]
    readonly include: Readonly<Record<string, string>>
  }
>

interface Resolved {
  readonly name: string
  readonly label: string
  readonly record: ObjectSchema
  readonly bindings: Readonly<Record<string, ResolvedBinding>>
  readonly reads: Readonly<Record<string, ResolvedRead>>
  readonly actions: Readonly<Record<string, ResolvedAction>>
}

/** Records with their own list, and in most cases a page. */
export interface ListResource extends Resolved {
  readonly kind: 'list'
  readonly menuLabel: string
  readonly path: string
  readonly aliases: readonly `/${string}`[]
  readonly recordPath: `/${string}/{id}` | null
  /** `position`: records are known by their place in the list, because they have no id. */
  readonly idFrom: 'position' | null
  /** The fields that identify a record, when it is not its field `id`. */
  readonly idFields: readonly string[]
  /** The field whose value changes with every change of the record. */
  readonly version: string | null
  /** How the calls are written when they are not the resource's own bindings. */
  readonly dialect: 'simple-rest' | null
  readonly detail: DetailDefinition | null
  readonly list: ResolvedList
  readonly show: ResolvedShow | null
  readonly partOf: null
  readonly form: null
  /** How the definition's author wants its forms. */
  readonly recordForm: RecordForm | null
}

/** A definition without a list path or a record page. */
interface Pageless {
  readonly path: null
  readonly aliases: readonly []
  readonly recordPath: null
  readonly idFrom: null
  readonly idFields: readonly string[]
  readonly version: null
  readonly dialect: null
  readonly detail: null
  readonly show: null
}

/** Records inside another resource's detail. */
export interface NestedResource extends Resolved, Pageless {
  readonly kind: 'nested'
  readonly partOf: ResolvedPartOf
  readonly list: ResolvedList
  readonly form: null
  readonly recordForm: RecordForm | null
}

/** A form with one call. The typed values are the record. */
export interface FormResource extends Resolved, Pageless {
  readonly kind: 'form'
  readonly list: null
  readonly partOf: null
  readonly form: Filled<FormLayout, { readonly keywords: readonly string[] }>
}

/**
 * A definition with every default filled in: the provider, pages, gateway, documents and tests read it. No other code
 * applies defaults.
 */
export type Resource = ListResource | NestedResource | FormResource

/** The list of a resource whose records are in one. */
export function listOf({ name, list }: Resource): ResolvedList {
  if (list === null) throw new Error(`${name} has no list`)
  return list
}

/** The nested records of a resource. */
export const nestedIn = (all: readonly Resource[], { name }: Pick<Resource, 'name'>): readonly NestedResource[] =>
  all.flatMap((each) => (each.kind === 'nested' && each.partOf.resource === name ? [each] : []))

/** True when the reader can choose the order of the records. Otherwise the service's own order stays. */
export const isOrdered = ({ list }: Resource): boolean => list !== null && list.sortable.length > 0

/** Records in a table: their own list, or inside another record. */
export type TableResource = ListResource | NestedResource

/** A page of forms: a single form, or several, found by group, by typing, or by address. */
export interface FormPage {
  readonly name: string
  readonly label: string
  readonly menuLabel: string
  readonly path: `/${string}`
  readonly groups: readonly { readonly title: string; readonly forms: readonly FormResource[] }[]
}

/** The forms of a page, in order. */
export const formsOf = ({ groups }: FormPage): readonly FormResource[] => groups.flatMap(({ forms }) => forms)
