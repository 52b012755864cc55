import type { Predicate } from './predicate.ts'
import type { FieldSchema, Pointer, Scalar } from './schema.ts'

/** The record of a resource that has a value in a field, by which its list finds it. */
export interface FoundRecord {
  readonly resource: string
  readonly field: string
  /** Only the words of the text that have this pattern are such values. */
  readonly pattern?: string
}

/** One column that needs more than a field name. */
export interface Column {
  /** Stable name of a column that is not (or not only) one field; the field's name by default. */
  readonly id?: string
  readonly field?: string
  /** The place of the value inside the field. */
  readonly path?: Pointer
  /** Fields appended to this one, separated by a space: 'first_name' with 'last_name'. */
  readonly and?: readonly string[]
  /** Shown when the field is empty: the first of these that has a value and meets `when` (D-160). */
  readonly fallback?: readonly { readonly field: string; readonly when?: Predicate }[]
  /** The running number of the row across the pages, instead of a field (D-163). */
  readonly number?: true
  /** Column title; the `title` of the field's schema by default. */
  readonly label?: string
  /** An explanation of an ambiguous title, shown on hover and focus. */
  readonly hint?: string
  readonly display?: string
  /** Formats an object, or each object of a list, with `{name}` for its fields. */
  readonly template?: string
  /** The console's own cell component, by its registered name. */
  readonly widget?: string
  /** The words for the values of a flag or a choice. */
  readonly labels?: Readonly<Record<string, string>>
  /** Format `decimal`: a fixed number of places, rounded half up, or up to a maximum number. */
  readonly decimals?: number | { readonly upTo: number }
  /** Shown for a missing value; '-' by default. */
  readonly emptyText?: string
  /**
   * The number of characters shown before an ellipsis. The whole text is available on hover, on focus and to copy
   * (D-164).
   */
  readonly truncate?: number
  /** The console's table that gives a status its tone. */
  readonly tones?: string
  /** The value links to the record's page. */
  readonly link?: 'record'
  /** The value is the id of a record of this resource, or a list of ids. */
  readonly reference?: string
  /** The value leads to the record that has it. */
  readonly lookup?: FoundRecord
  /** A count next to the value, shown when it is above zero and the predicate is true. */
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
}

/** One entry of a filter menu. */
export interface FilterOption {
  readonly value: string
  /** Other spellings in older links. */
  readonly aliases?: readonly string[]
  /** The filters it sets. */
  readonly sets: Readonly<Record<string, Scalar>>
  /** Choosing it clears the search box, and the empty search is sent (D-36). */
  readonly clearsSearch?: true
}

/**
 * One section of a filter menu. In the URL its choices are `name:value`, so equal values of two sections stay apart
 * (D-35).
 */
export interface FilterSection {
  readonly name: string
  readonly title: string
  readonly options: readonly FilterOption[] | { readonly fromExtra: string; readonly sets: string }
}

/** The single filter menu of a list: sections of choices, of which one is active at a time. */
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
  /** Suggestions while typing. Other values are accepted too. */
  readonly suggestions?: readonly string[]
  /** The value is the id of a record of this resource, which is found by its name. */
  readonly reference?: string
  /** The console's own control, by its registered name. */
  readonly widget?: string
}

/** Several combined filters, filled in behind one button and applied at once (D-139). */
export interface FilterForm {
  readonly label: string
  readonly fields: readonly FilterField[]
}

/** A search that a button sends, not typing, because it needs the whole text. */
export interface SubmittedSearch {
  readonly label: string
  /** Shown before the first search. Nothing is read before that (D-184). */
  readonly prompt: string
  /** Shown for missing text and for invalid text. */
  readonly required: string
  readonly invalid: string
}

/** A tab above a list: a place in the list, with the number of its records. */
export interface ListTab {
  readonly label: string
  /** The choice of the filter menu, as in the URL. */
  readonly filter?: string
  /** Fields of the filter form. */
  readonly form: Readonly<Record<string, Scalar>>
}

/** The display of the records as a list. */
export interface ListDefinition {
  /** The permission to save the records that the list shows as a file. */
  readonly export?: { readonly permission: string }
  readonly columns: readonly Column[]
  /**
   * Columns of a two-line row on a phone, by their ids: the name, then a few facts. A status is always next to the
   * name. The name is also the row header of a table, the column that stays visible during sideways scrolling, and the
   * record's name in dialogs and buttons. By default the columns are chosen by their kind.
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
    /** The fields to search in the provider, for a list that its service does not search. */
    readonly field?: string | readonly string[]
    readonly placeholder?: string
    /** Pause after typing; 0 when the search is submitted. */
    readonly debounceMs: number
    readonly submit?: SubmittedSearch
    /** The accepted search text: up to 200 characters by default. */
    readonly schema?: FieldSchema
  }
  /** Filters the list binding may send, each with the schema of its value. */
  readonly filters?: Readonly<Record<string, FieldSchema>>
  /** How the row of one record is found in a list that the server pages: parameters with the fields they send. */
  readonly find?: Readonly<Record<string, readonly string[]>>
  readonly filterMenu?: FilterMenu
  readonly filterForm?: FilterForm
  readonly tabs?: readonly ListTab[]
  /** The target of Back, for a list that belongs to another one. */
  readonly back?: { readonly label: string; readonly to: `/${string}` }
  /** `cards`: stacked cards, with 'Load more' for the next page (D-161). */
  readonly layout?: 'table' | 'cards'
  /** A dot in each row, toned by a yes-or-no field. */
  readonly status?: { readonly field: string; readonly ok: 'green'; readonly bad: 'red' }
  /** Rows in which this field is empty are hidden, and the footer shows their number (D-41). */
  readonly hideWithout?: string
  /** Shown when there are no records. */
  readonly emptyText: string
  /** The failure of a read: a notice (D-183), or, with `empty`, the empty text above the failure (D-165). */
  readonly failed?: { readonly notice: string } | 'empty'
  /** The console's own page component instead of the generic one, by its registered name. */
  readonly page?: string
}
