import type { ListDefinition, Search } from './authored/list.ts'
import type { ResolvedColumn } from './resource.ts'
import type { FieldSchema, FilterValue } from './schema.ts'

/** The record of a resource that has a value in a field, by which its list finds it. */
export interface FoundRecord {
  readonly resource: string
  readonly field: string
  /** Only what matches this, as whole words of the text, is such a value. */
  readonly pattern?: string
}

export interface FilterOption {
  readonly value: string
  /** Other spellings in older links. */
  readonly aliases?: readonly string[]
  readonly sets: Readonly<Record<string, FilterValue>>
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
  readonly form: Readonly<Record<string, FilterValue>>
}

type Authored = ListDefinition<string, string>

export interface ResolvedList
  extends Pick<Authored, 'export' | 'perPage' | 'emptyText'>, Required<Pick<Authored, 'phoneColumns' | 'find'>> {
  readonly columns: readonly ResolvedColumn[]
  readonly sortable: readonly string[]
  /** The service orders the records by several fields at once. */
  readonly sortsBySeveral: boolean
  /** `client`: the upstream sends the whole array; search, sort and paging happen in the provider. */
  readonly paging: 'client' | 'server'
  /** Server paging without a page count: there is a next page while a page is full (D-162). */
  readonly pages?: 'untilShort'
  /** Client paging only: a server list keeps the server's order. */
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly search?: Pick<Search<string>, 'field' | 'placeholder' | 'schema'> & {
    /** Pause after typing; 0 when the search is submitted. */
    readonly debounceMs: number
    readonly submit?: SubmittedSearch
  }
  /** Filters the list binding may send, each with the schema of its value. */
  readonly filters: Readonly<Record<string, FieldSchema>>
  /** The console's, where it filters itself by the days of moments. */
  readonly timeZone?: string
  readonly filterMenu?: FilterMenu
  readonly filterForm?: FilterForm
  readonly tabs: readonly ListTab[]
  /** The target of Back, for a list that belongs to another one. */
  readonly back?: { readonly label: string; readonly to: `/${string}` }
  /** `cards`: stacked cards, with 'Load more' for the next page (D-161). */
  readonly layout: 'table' | 'cards'
  /** A dot in each row, toned by a yes-or-no field. */
  readonly status?: { readonly field: string; readonly ok: 'green'; readonly bad: 'red' }
  /** Rows in which this field is empty are hidden, and the footer shows their number (D-41). */
  readonly hideWithout?: string
  /** The failure of a read: a notice (D-183), or, with `empty`, the empty text above the failure (D-165). */
  readonly failed?: { readonly notice: string } | 'empty'
  readonly page?: string
}
