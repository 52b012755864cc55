import type { Predicate } from './predicate.ts'
import type { FieldSchema, Pointer, Scalar } from './schema.ts'
import type { Fact } from './show.ts'

/** One value asked of the person before the call is made. */
export interface ActionInput {
  readonly schema: FieldSchema
  readonly label: string
  readonly placeholder?: string
  /** Shown when the value is missing, for example 'Please enter reason!'. */
  readonly required?: string
  readonly multiline?: true
  /** It starts as this field of the record. */
  readonly field?: string
  /** Sent in capitals, whatever was typed (D-155). */
  readonly coerce?: 'upperCase'
  /** Said, and no obstacle, where the value does not match the pattern (D-155). */
  readonly warn?: { readonly unless: string; readonly text: string }
  /** The value is chosen: the field of the record that lists the choices, `{ value, label }` each. */
  readonly options?: string
  /** What is chosen goes into the reason too, by its words: 'Relied on: Passport, uploaded (file-1)' (obligation R3). */
  readonly cited?: true
  /** Several may be chosen. */
  readonly several?: true
  /** Said where there is nothing to choose: what is missing, and how it comes to be there. */
  readonly emptyText?: string
  /** An input of the console's own, by its registered name. */
  readonly widget?: string
}

/** What the person is asked before the call is made. Templates are filled from the record. */
export interface Confirmation {
  readonly title: string
  readonly body?: string
  /** Label of the button that does it; the action's own label by default. */
  readonly confirmLabel?: string
  /** Label of the button that does not; 'Cancel' by default. */
  readonly cancelLabel?: string
  /** For what cannot be taken back: this text must be typed before the button works (U9). */
  readonly typed?: { readonly label: string; readonly text: string }
}

/** What an answer says, for the person to read: in a drawer next to the list, or below a form. */
export interface Result {
  readonly title: string
  /** Where the answer's values sit; the whole of it by default. */
  readonly path?: Pointer
  readonly facts: readonly Fact[]
  /** Said where the answer has nothing there (D-171). */
  readonly emptyText: string
}

/**
 * Something staff do to a record (or, with `scope: 'list'`, to the list as a whole), as data: one button and one
 * dialog draw all of them.
 */
export interface Action {
  readonly label: string
  readonly binding: string
  readonly scope?: 'record' | 'list'
  /** Where the button sits: with the row's other buttons (default), or only where a column or toggle places it. */
  readonly placement?: 'row' | 'column'
  /** A stricter permission than the binding's. */
  readonly permission?: string
  /** The states of the record in which the action exists. */
  readonly when?: Predicate
  /** States in which the control is there, disabled, and says why. Templates are filled from the record. */
  readonly blocked?: readonly { readonly when: Predicate; readonly text: string }[]
  /**
   * The record is read again before anything is sent: if it is not as the person saw it, nothing is, and the
   * difference is shown.
   */
  readonly recheck?: true
  /** The field of the record that lists what must be acknowledged one by one, `{ text }` each (obligation R4). */
  readonly acknowledge?: string
  /** Constants added to the binding's query. */
  readonly query?: Readonly<Record<string, Scalar>>
  /** Constants added to the binding's body. */
  readonly body?: Readonly<Record<string, Scalar>>
  readonly input?: Readonly<Record<string, ActionInput>>
  readonly confirm?: string | Confirmation
  /** Words of the success notice, or the server's own message (extracted by X6) with a fallback. */
  readonly success: string | { readonly fromResponse: true; readonly fallback: string }
  /** What the record must show after the list has been read again; if it does not, `unchanged` is said instead. */
  readonly expect?: Readonly<Record<string, unknown>>
  readonly unchanged?: string
  /**
   * What a failure says: this title, and on further lines the server's own words, or `detail` where it has none. A
   * notice stays for so many ms, and otherwise until it is put away. `alone`: the server's words need no title (D-65).
   */
  readonly failure?: {
    readonly title: string
    readonly body: string
    readonly durationMs?: number
    readonly words?: 'alone'
  }
  /** Delay before the success notice, instead of the definition's own. */
  readonly noticeDelayMs?: number
  readonly tone?: 'danger' | 'neutral'
  /** What the person should know before pressing: shown on hover and focus. */
  readonly hint?: string
  /** Drawn as an icon, the label on hover, on focus and for assistive technology (D-182). */
  readonly icon?: 'details'
  /** The answer is shown. */
  readonly result?: Result
  /** Further resources whose data the action changes. */
  readonly refetch?: readonly string[]
}
