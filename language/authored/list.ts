import type { FormKeyword } from '../form.ts'
import type { Format } from '../format.ts'
import type { Names } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { FieldOf, FieldSchema, ObjectSchema, Pointer, Scalar } from '../schema.ts'

/** One column that needs more said than the name of its field. Title, display and tones are the field's own. */
export interface Column<S extends ObjectSchema, ActionName extends string, N extends Names = Names> {
  /** Stable name of a column that is not (or not only) one field; the field's name by default. */
  readonly id?: string
  readonly field?: FieldOf<S>
  /** Where the value sits inside the field. */
  readonly path?: Pointer
  /** Fields read after this one, a space between: 'first_name' and 'last_name'. */
  readonly and?: readonly FieldOf<S>[]
  /** Where the field is empty, the first of these that has a value, and is so, takes its place (D-160). */
  readonly fallback?: readonly { readonly field: FieldOf<S>; readonly when?: Predicate<S> }[]
  /** Column title, where it is not the field's. */
  readonly label?: string
  /** What the title means where it could be misread: shown on hover and focus. */
  readonly hint?: string
  /** How this column writes the field, where it differs; `rowNumber` is the row's number across the pages (D-163). */
  readonly display?: Format<N> | 'rowNumber'
  /** A cell of the console's own, by its registered name. */
  readonly widget?: N['cell']
  /** Shown for a missing value; '-' by default. */
  readonly emptyText?: string
  /** A count next to the value, shown above zero and while the predicate holds. */
  readonly count?: { readonly field: FieldOf<S>; readonly label: string; readonly when?: Predicate<S> }
  /** A switch: the action that turns the field on and the one that turns it off. */
  readonly toggle?: readonly [on: ActionName, off: ActionName]
  /** Buttons drawn next to the value. */
  readonly actions?: readonly ActionName[]
  /** A link of this label that opens a block with more about the record in a dialog of this title. */
  readonly view?: { readonly label: string; readonly title: string; readonly widget: N['block'] }
  readonly width?: number
}

/**
 * One section of the filter menu; in the URL its choices are `name:value`, so that equal values of two sections never
 * meet (D-35).
 */
export interface FilterSection {
  readonly name: string
  readonly title: string
  /** The filters that each choice sets; an empty `search` empties the search box and is sent (D-36). */
  readonly options?: Readonly<Record<string, Readonly<Record<string, Scalar>>>>
  /** Older spellings of choices, as links may carry them. */
  readonly aliases?: Readonly<Record<string, string>>
  /** The choices come with the list: the first place that has them wins, and `field` is read of each that is no text. */
  readonly path?: readonly Pointer[]
  readonly field?: string
  /** The filter that a choice of the answer's sets. */
  readonly filter?: string
}

/** How records are searched. */
export interface Search<S extends ObjectSchema> {
  /** A list that is read whole: the field searched. */
  readonly field?: FieldOf<S>
  readonly placeholder?: string
  /** What may be searched: any text of up to 200 characters by default. */
  readonly schema?: FieldSchema
  /** The search needs the whole text, so it is sent by a button of this label: nothing is read until then (D-184). */
  readonly submit?: string
  /** Shown before anything has been searched. */
  readonly hint?: string
  /** Said when there is no text, and when it is not what the search takes. */
  readonly required?: string
  readonly messages?: Readonly<Partial<Record<FormKeyword, string>>>
}

/** How the records look as a list. */
export interface ListDefinition<S extends ObjectSchema, ActionName extends string, N extends Names = Names> {
  readonly columns: readonly (FieldOf<S> | Column<S, ActionName, N>)[]
  /**
   * Columns of a row of two lines, as a phone shows it, by their ids: its name, then a few facts. A status is next to
   * the name in any case. The name is also the header of a table's row, the column that stays in view where the table is
   * scrolled sideways, and what dialogs and buttons call the record. Chosen by what the columns are where nothing is said.
   */
  readonly phoneColumns?: readonly string[]
  readonly perPage: number
  /** For lists that are read whole: a list that the server pages keeps the server's order. */
  readonly sort?: { readonly field: FieldOf<S>; readonly order: 'ASC' | 'DESC' }
  readonly search?: Search<S>
  /**
   * Filters the list binding may send, each with the schema its value must meet. Those with a `title` are fields of the
   * filter form; its controls follow from the schemas (D-139).
   */
  readonly filters?: Readonly<Record<string, FieldSchema<N>>>
  /** The one filter menu of a list: sections of choices of which one holds at a time. */
  readonly filterMenu?: readonly FilterSection[]
  /** Where Back leads, for a list that belongs to another one. */
  readonly back?: `/${string}`
  /** `cards`: one below another, the next page added by 'Load more' (D-161); a failed reading keeps what is empty (D-165). */
  readonly display?: 'table' | 'cards'
  /** A dot in each row, green or red by a yes-or-no field. */
  readonly status?: FieldOf<S>
  /** Rows without a value in this field are hidden, and the footer says how many (D-41). */
  readonly exists?: FieldOf<S>
  /** Shown when there is nothing. */
  readonly emptyText: string
  /** What a failed reading says as a notice (D-183). */
  readonly failure?: string
  /** A whole page of the console's own in place of the generic one, by its registered name. */
  readonly widget?: N['page']
}
