import type { ActionInput, Confirmation, Result } from './action.ts'
import type { Action } from './authored/action.ts'
import type { PartOf } from './authored/definition.ts'
import type { Column } from './authored/list.ts'
import type { Binding, Read, ResponseMapping, Source } from './binding.ts'
import type { FormLayout } from './form.ts'
import type { Step } from './input.ts'
import type { FoundRecord, ResolvedList } from './list.ts'
import type { RecordForm } from './recordForm.ts'
import type { ObjectSchema, Pointer } from './schema.ts'
import type { ResolvedShow } from './show.ts'

/** The same type, with these keys always present. */
type Filled<T, Defaults> = Omit<T, keyof Defaults> & Defaults

type Sources = Readonly<Record<string, Source>>

export type ResolvedBinding = Filled<
  Binding,
  { readonly effect: 'read' | 'mutate'; readonly query: Sources; readonly response: ResponseMapping }
> & {
  /** The whole record is sent: the gateway reads it and sends it with the changes in it. */
  readonly replaces?: true
}

export type ResolvedRead = Filled<Read, { readonly query: Sources }> & Pick<ResponseMapping, 'failures'>

type AnyAction = Action<Readonly<Record<string, unknown>>, string>

export interface ResolvedAction
  extends
    Pick<AnyAction, 'label' | 'binding' | 'acknowledge' | 'secondApprover' | 'bulk' | 'hint'>,
    Required<
      Pick<AnyAction, 'permission' | 'when' | 'blocked' | 'query' | 'body' | 'tone' | 'noticeDelayMs' | 'refetch'>
    > {
  readonly scope: 'record' | 'list'
  /** The button's place: with the row's other buttons, or only where a column or toggle names it. */
  readonly placement: 'row' | 'column'
  readonly recheck: boolean
  /** The record's ETag is sent as `If-Match`, although the call goes to another address. */
  readonly sendsIfMatch?: true
  readonly input: Readonly<Record<string, ActionInput>>
  /** The steps in which the inputs are asked. Without them all are asked at once. */
  readonly steps?: readonly Step[]
  /** Creates a record or changes its fields. Only what differs from the record is sent. */
  readonly isForm?: true
  /** A form that sends the members of an object that changed. Otherwise it sends the whole object. */
  readonly isPartial?: true
  /** The confirmation before the call; `null` when there is none. */
  readonly confirm: Confirmation | null
  /** `null` only in a form that shows what it has read, because its answer needs no notice. */
  readonly success: AnyAction['success'] | null
  /** What the record must have after the list has been read again. If it does not, `unchanged` is shown instead. */
  readonly expect?: Readonly<Record<string, unknown>>
  readonly unchanged?: string
  /**
   * The failure notice: this title, then the server's own message, or `body` when there is none. A notice stays for
   * the given time in ms, and otherwise until it is dismissed. `alone`: the server's message needs no title (D-65).
   */
  readonly failure?: {
    readonly title: string
    readonly body: string
    readonly durationMs?: number
    readonly words?: 'alone'
  }
  /** Drawn as an icon. The label appears on hover and focus, and assistive technology reads it (D-182). */
  readonly icon?: 'details'
  readonly result?: Result
  /** The file of a download is shown, when it is an image. */
  readonly preview?: true
}

type AnyColumn = Column<string, string>

export interface ResolvedColumn
  extends
    Pick<AnyColumn, 'hint' | 'widget' | 'emptyText'>,
    Required<Pick<AnyColumn, 'id' | 'label' | 'path' | 'fallback' | 'actions'>> {
  readonly field?: string
  /** Fields appended to this one, separated by a space: 'first_name' with 'last_name'. */
  readonly and: readonly string[]
  /** A count next to the value, with its field's title. */
  readonly count?: NonNullable<AnyColumn['count']> & { readonly label: string }
  /** The running number of the row across the pages, instead of a field (D-163). */
  readonly number?: true
  readonly display: string
  /** Formats an object, or each object of a list, with `{name}` for its fields. */
  readonly template?: string
  /** The words for the values of a flag or a choice. */
  readonly labels?: Readonly<Record<string, string>>
  /** Format `decimal`: a fixed number of places, rounded half up, or up to a maximum number. */
  readonly decimals?: number | readonly [fewest: 0, most: number]
  /** The number of characters before an ellipsis. The whole text is shown on hover and focus, and copied (D-164). */
  readonly truncate?: number
  /** The console's table that gives a status its tone. */
  readonly tones?: string
  /** The value links to the record's page. */
  readonly link?: 'record'
  /** The value is the id of a record of this resource, or a list of ids. */
  readonly reference?: string
  /** The value leads to the record that has it. */
  readonly lookups?: readonly FoundRecord[]
  /** A switch: the action that turns the field on and the one that turns it off. */
  readonly toggle?: {
    readonly on: string
    readonly off: string
    readonly stateLabels?: readonly [on: string, off: string]
  }
  /** A link that opens more about the record in a dialog of this title. */
  readonly view?: { readonly label: string; readonly title: string; readonly widget: string }
  readonly isNumeric: boolean
  readonly isSortable: boolean
}

export interface ResolvedPartOf extends Pick<PartOf, 'resource' | 'clock'>, Required<Pick<PartOf, 'include'>> {
  /** The read of that resource that returns the records; its detail by default. */
  readonly read?: string
  /** The array inside the answer. */
  readonly path: Pointer
  /** The field that identifies an item. */
  readonly key: string
  /** Places in the answer outside the array that may have the key of a further item, for download only. */
  readonly files: readonly Pointer[]
}

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
  readonly detail: { readonly schema: ObjectSchema } | null
  /** The permission to see a masked value of the page whole. */
  readonly reveal?: string
  readonly list: ResolvedList
  readonly show: ResolvedShow | null
  readonly partOf: null
  readonly form: null
  /** How the definition's author wants its forms. */
  readonly recordForm: RecordForm | null
}

interface Pageless {
  readonly path: null
  readonly aliases: readonly []
  readonly recordPath: null
  readonly idFrom: null
  readonly idFields: readonly string[]
  readonly version: null
  readonly dialect: null
  readonly detail: null
  readonly reveal?: undefined
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
  readonly form: FormLayout & Required<Pick<FormLayout, 'keywords'>>
}

/**
 * A definition with every default filled in: the provider, pages, gateway, documents and tests read it. No other code
 * applies defaults.
 */
export type Resource = ListResource | NestedResource | FormResource

export function listOf({ name, list }: Resource): ResolvedList {
  if (list === null) throw new Error(`${name} has no list`)
  return list
}

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

export const formsOf = ({ groups }: FormPage): readonly FormResource[] => groups.flatMap(({ forms }) => forms)
