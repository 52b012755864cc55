import type { Predicate } from './predicate.ts'
import type { FieldSchema, Pointer, Scalar } from './schema.ts'

/** One column that needs more said than the name of its field. */
export interface Column {
  /** Stable name of a column that is not (or not only) one field; the field's name by default. */
  readonly id?: string
  readonly field?: string
  /** Where the value sits inside the field. */
  readonly path?: Pointer
  /** Fields read after this one, a space between: 'first_name' with 'last_name'. */
  readonly and?: readonly string[]
  /** Where the field is empty, the first of these that has a value, and is so, takes its place (D-160). */
  readonly fallback?: readonly { readonly field: string; readonly when?: Predicate }[]
  /** The running number of the row across the pages, in place of a field (D-163). */
  readonly number?: true
  /** Column title; the `title` of the field's schema by default. */
  readonly label?: string
  /** What the title means where it could be misread: shown on hover and focus. */
  readonly hint?: string
  readonly display?: string
  /** A cell of the console's own, by its registered name. */
  readonly widget?: string
  /** Format `flag`: the words for yes and no. */
  readonly stateLabels?: readonly [yes: string, no: string]
  /** Format `decimal`: exactly so many places, rounded half up, or as many as there are up to so many. */
  readonly decimals?: number | { readonly upTo: number }
  /** Shown for a missing value; '-' by default. */
  readonly emptyText?: string
  /** So many characters are shown and an ellipsis; the whole text is at hand on hover, on focus and to copy (D-164). */
  readonly truncate?: number
  /** Which of the console's tables gives a status its tone. */
  readonly tones?: string
  /** The value links to the record's page. */
  readonly link?: 'record'
  /** A count next to the value, shown above zero and while the predicate holds. */
  readonly count?: { readonly field: string; readonly label: string; readonly when?: Predicate }
  /** A switch: the action that turns the field on and the one that turns it off. */
  readonly toggle?: {
    readonly on: string
    readonly off: string
    readonly stateLabels?: readonly [on: string, off: string]
  }
  /** Buttons drawn next to the value. */
  readonly actions?: readonly string[]
  /** A link that opens more about the record in a dialog of this title. */
  readonly view?: { readonly label: string; readonly title: string; readonly widget: string }
  readonly width?: number
}

/** One entry of a filter menu. */
export interface FilterOption {
  readonly value: string
  /** Other spellings that older links may carry. */
  readonly aliases?: readonly string[]
  /** The filters it sets. */
  readonly sets: Readonly<Record<string, Scalar>>
  /** Choosing it empties the search box, and the empty search is sent (D-36). */
  readonly clearsSearch?: true
}

/**
 * One section of a filter menu; in the URL its choices are `name:value`, so that equal values of two sections never
 * meet (D-35).
 */
export interface FilterSection {
  readonly name: string
  readonly title: string
  readonly options: readonly FilterOption[] | { readonly fromExtra: string; readonly sets: string }
}

/** The one filter menu of a list: sections of choices of which one holds at a time. */
export interface FilterMenu {
  readonly label: string
  /** The choice that filters nothing, for example 'ALL'. */
  readonly all: string
  readonly sections: readonly FilterSection[]
}

/** One field of a filter form. Its control follows from the filter's schema: choice, date, number or text. */
export interface FilterField {
  /** Name of the filter, in `filters` and in the address. */
  readonly filter: string
  readonly label: string
  /** Words for the values of a choice; the value itself by default. */
  readonly labels?: Readonly<Record<string, string>>
  /** Values offered while typing; others are taken too. */
  readonly suggestions?: readonly string[]
  /** A control of the console's own, by its registered name. */
  readonly widget?: string
}

/** Several filters that hold together, filled in behind one button and applied at once (D-139). */
export interface FilterForm {
  readonly label: string
  readonly fields: readonly FilterField[]
}

/** A search that is sent by a button and not while typing, because it needs the whole text. */
export interface SubmittedSearch {
  readonly label: string
  /** Shown before anything has been searched: nothing is read until then (D-184). */
  readonly prompt: string
  /** Shown when there is no text, and when it is not what the search takes. */
  readonly required: string
  readonly invalid: string
}

/** How the records look as a list. */
export interface ListDefinition {
  readonly columns: readonly Column[]
  /**
   * Columns of a row of two lines, as a phone shows it, by their ids: its name, then a few facts. A status is next to
   * the name in any case. The name is also the header of a table's row, the column that stays in sight where the table is
   * scrolled sideways, and what dialogs and buttons call the record. Chosen by what the columns are where nothing is said.
   */
  readonly phoneColumns?: readonly string[]
  /** `client`: the upstream sends the whole array; search, sort and paging happen in the provider. */
  readonly paging: 'client' | 'server'
  readonly perPage: number
  /** Server paging without a page count: there is a next page while a page is full (D-162). */
  readonly pages?: 'untilShort'
  /** Client paging only: a server list keeps the server's order. */
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly search?: {
    /** Client paging: the field searched. */
    readonly field?: string
    readonly placeholder?: string
    /** Pause after typing; 0 where the search is submitted. */
    readonly debounceMs: number
    readonly submit?: SubmittedSearch
    /** What may be searched: any text of up to 200 characters by default. */
    readonly schema?: FieldSchema
  }
  /** Filters the list binding may send, each with the schema its value must meet. */
  readonly filters?: Readonly<Record<string, FieldSchema>>
  readonly filterMenu?: FilterMenu
  readonly filterForm?: FilterForm
  /** Where Back leads, for a list that belongs to another one. */
  readonly back?: { readonly label: string; readonly to: `/${string}` }
  /** `cards`: one below another, the next page added by 'Load more' (D-161). */
  readonly layout?: 'table' | 'cards'
  /** A dot in each row, toned by a yes-or-no field. */
  readonly status?: { readonly field: string; readonly ok: 'green'; readonly bad: 'red' }
  /** Rows in which this field is empty are hidden, and the footer says how many (D-41). */
  readonly hideWithout?: string
  /** Shown when there is nothing. */
  readonly emptyText: string
  /** What a failed reading says: as a notice (D-183), or, with `empty`, the empty text above what failed (D-165). */
  readonly failed?: { readonly notice: string } | 'empty'
  /** A whole page of the console's own in place of the generic one, by its registered name. */
  readonly page?: string
}
