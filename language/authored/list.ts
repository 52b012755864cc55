import type { Format } from '../format.ts'
import type { Names } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { FieldSchema, Pointer, Scalar } from '../schema.ts'

/** One column that needs more than a field name. Title, display and tones come from the field. */
export interface Column<
  Field extends string,
  ActionName extends string,
  N extends Names = Names,
  V = Readonly<Record<Field, unknown>>,
> {
  /** Stable name of a column that is not (or not only) one field; the field's name by default. */
  readonly id?: string
  /** The field, or several that are joined with a space: 'first_name' and 'last_name'. */
  readonly field?: Field | readonly [Field, ...Field[]]
  /** The place of the value inside the field. */
  readonly path?: Pointer
  /** Shown when the field is empty: the first of these that has a value and meets `when` (D-160). */
  readonly fallback?: readonly { readonly field: Field; readonly when?: Predicate<V> }[]
  /** Column title, when it differs from the field's. */
  readonly label?: string
  /** An explanation of an ambiguous title, shown on hover and focus. */
  readonly hint?: string
  /** How this column formats the field, if different; `rowNumber` is the row's number across the pages (D-163). */
  readonly display?: Format<N> | 'rowNumber'
  /**
   * The console's own cell component, by its registered name. In a column without a field a block with more about the
   * record, which a link opens in a dialog.
   */
  readonly widget?: N['cell'] | N['block']
  /** Shown for a missing value; '-' by default. */
  readonly emptyText?: string
  /** A count next to the value, by its field's title, shown when it is above zero and the predicate is true. */
  readonly count?: {
    readonly field: Field
    readonly when?: Predicate<V>
  }
  /** A switch: the action that turns the field on and the one that turns it off. */
  readonly toggle?: readonly [on: ActionName, off: ActionName]
  /** Buttons drawn next to the value. */
  readonly actions?: readonly ActionName[]
}

/**
 * One section of the filter menu. In the URL its choices are `name:value`, so equal values of two sections stay apart
 * (D-35).
 */
export interface FilterSection {
  readonly name: string
  readonly title: string
  /**
   * The filters that each choice sets. An empty `search` clears the search box and is sent (D-36). The name of another
   * choice instead: an older spelling of it, in existing links.
   */
  readonly options?: Readonly<Record<string, string | Readonly<Record<string, Scalar>>>>
  /**
   * The choices come with the list: the first place that has them is used. `field` is read from each choice that is not
   * text.
   */
  readonly path?: readonly Pointer[]
  readonly field?: string
  /** The filter that a choice from the answer sets. */
  readonly filter?: string
}

/** How records are searched. */
export interface Search<Field extends string> {
  /**
   * The field to search, or several, for a list that its service does not search: one that is read whole, or one of not too
   * many pages, which are all read for a search.
   */
  readonly field?: Field | readonly Field[]
  readonly placeholder?: string
  /** The accepted search text: up to 200 characters by default. */
  readonly schema?: FieldSchema
  /** The search needs the whole text, so a button with this label sends it. Nothing is read before that (D-184). */
  readonly submit?: string
  /** Shown before the first search. */
  readonly hint?: string
  /** The message for missing text. The one for invalid text is that of the schema's pattern. */
  readonly required?: string
}

/** The display of the records as a list. */
export interface ListDefinition<
  Field extends string,
  ActionName extends string,
  N extends Names = Names,
  V = Readonly<Record<Field, unknown>>,
> {
  readonly columns: readonly (Field | Column<Field, ActionName, N, V>)[]
  /**
   * Columns of a two-line row on a phone, by their ids: the name, then a few facts. A status is always next to the
   * name. The name is also the row header of a table, the column that stays visible during sideways scrolling, and the
   * record's name in dialogs and buttons. By default the columns are chosen by their kind.
   */
  readonly phoneColumns?: readonly string[]
  readonly perPage: number
  /** The initial order: by a field, or after a '-' from the highest value down. A list that the server pages keeps the server's order, unless its call sends one. */
  readonly sort?: Field | `-${Field}`
  readonly search?: Search<Field>
  /**
   * Filters the list binding may send, each with the schema of its value. Those with a `title` are fields of the filter
   * form; their controls follow from the schemas (D-139). A list of values from an `enum` is several choices, of which a
   * record has one. A day with `coerce: 'epochSeconds'` is sent as the moment at which it begins in the console's time zone, unless the
   * record's field of the same name is such a day. A list that is read whole is filtered by what its call does not send: by the record's field of the
   * same name; with `format: 'date'` by a day, which that field is, or on which its moments are in the console's time zone.
   */
  readonly filter?: Readonly<Record<string, FieldSchema<N>>>
  /**
   * How the row of one record is found in a list that the server pages: the `search`, or filters by name, each with the
   * fields of the record of which the first with a value is sent. The gateway reads the row before an action whose
   * conditions need fields that the detail does not have, and the record's page reads its switches from it.
   */
  readonly find?: Readonly<Record<string, readonly Field[]>>
  /**
   * People with this permission save what the list shows now, with its search and filters, as a file. The gateway reads
   * page after page, and records who saved how many records.
   */
  readonly export?: { readonly permission: N['permission'] }
  /** The single filter menu of a list: sections of choices, of which one is active at a time. */
  readonly filterMenu?: readonly FilterSection[]
  /**
   * Tabs above the list: by its label, the filters that each sets, as one choice of the filter menu or fields of the
   * filter form do; none for all records. Each shows its number of records, up to a limit where the service does not
   * count.
   */
  readonly tabs?: Readonly<Record<string, Readonly<Record<string, Scalar>>>>
  /** The target of Back, for a list that belongs to another one. */
  readonly back?: `/${string}`
  /** `cards`: stacked cards, with 'Load more' for the next page (D-161). A failed read keeps the empty text (D-165). */
  readonly display?: 'table' | 'cards'
  /** A dot in each row, green or red by a yes-or-no field. */
  readonly status?: Field
  /** Rows without a value in this field are hidden, and the footer shows their number (D-41). */
  readonly exists?: Field
  /** Shown when there are no records. */
  readonly emptyText: string
  /** The notice of a failed read (D-183). */
  readonly failure?: string
  /** The console's own page component instead of the generic one, by its registered name. */
  readonly widget?: N['page']
}
