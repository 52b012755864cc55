import type { JSONSchema } from 'json-schema-to-ts'
import type { ToneTable } from '../shared/statuses.ts'
import type { Predicate } from './predicate.ts'
import type { FieldOf, ObjectSchema, Pointer, Scalar } from './schema.ts'
import type { Alert, Widget } from './show.ts'

/**
 * How a value is written out. `dateTime` is America/New_York `MM/DD/YYYY, hh:mm A` (D-53), `date` the day alone,
 * `yesNo` follows JavaScript truthiness (D-54), `flag` is Yes, No or, unanswered, nothing. `code` is an identifier in
 * fixed width, `status` a toned pill, `words` a constant in plain words (`SOMEWHAT_IMPORTANT` → 'Somewhat important').
 * `money` is a decimal in dollars with two places and no float arithmetic (D-94), `incomeBand` a `{min, max}` (D-79),
 * `country` a code of three letters or digits by name (D-82), `gender` M or F in words (D-81), `achReason` the reason
 * of a bank relationship (account review, section 8), `masked` what the gateway has shortened.
 */
export type Format =
  | 'text'
  | 'code'
  | 'number'
  | 'dateTime'
  | 'date'
  | 'yesNo'
  | 'flag'
  | 'status'
  | 'words'
  | 'money'
  | 'incomeBand'
  | 'country'
  | 'gender'
  | 'achReason'
  | 'masked'

/** One column that needs more said than the name of its field. */
export interface Column<S extends ObjectSchema, ActionName extends string> {
  /** Stable name of a column that is not (or not only) one field; the field's name by default. */
  readonly id?: string
  readonly field?: FieldOf<S>
  /** Where the value sits inside the field. */
  readonly at?: Pointer
  /** Column title; the `title` of the field's schema by default. */
  readonly label?: string
  readonly format?: Format
  /** Which table of `schemas/shared/statuses.ts` gives a status its tone. */
  readonly tones?: ToneTable
  /** The value links to the record's page. */
  readonly link?: 'record'
  /** A count beside the value, shown above zero and while the predicate holds. */
  readonly count?: { readonly field: FieldOf<S>; readonly label: string; readonly when?: Predicate<S> }
  /** A switch: the action that turns the field on and the one that turns it off. */
  readonly toggle?: {
    readonly on: ActionName
    readonly off: ActionName
    readonly words?: readonly [on: string, off: string]
  }
  /** Buttons drawn beside the value. */
  readonly actions?: readonly ActionName[]
  readonly alert?: Alert
  /** A link that opens more about the record in a dialog of this title. */
  readonly view?: { readonly label: string; readonly title: string; readonly widget: Widget }
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

/** How the records look as a list. */
export interface ListDefinition<S extends ObjectSchema, ActionName extends string> {
  readonly columns: readonly (FieldOf<S> | Column<S, ActionName>)[]
  /** `client`: the upstream sends the whole array; search, sort and paging happen in the provider. */
  readonly paging: 'client' | 'server'
  readonly perPage: number
  /** Client paging only: a server list keeps the server's order. */
  readonly sort?: { readonly field: FieldOf<S>; readonly order: 'ASC' | 'DESC' }
  readonly search?: {
    /** Client paging: the field searched. */
    readonly field?: FieldOf<S>
    readonly match?: 'contains'
    readonly placeholder?: string
    readonly debounceMs: number
    /** What is typed may be a name, an e-mail address or an account number: never in a URL, a log or storage. */
    readonly personal?: true
  }
  /** Filters the list binding may send, each with the schema its value must meet. */
  readonly filters?: Readonly<Record<string, JSONSchema>>
  readonly filterMenu?: FilterMenu
  /** A dot in each row, toned by a yes-or-no field. */
  readonly status?: { readonly field: FieldOf<S>; readonly ok: 'green'; readonly bad: 'red' }
  /** Rows in which this field is empty are hidden, and the footer says how many (D-41). */
  readonly hideWithout?: FieldOf<S>
  /** Shown when there is nothing. */
  readonly empty: string
}
