import type { Names } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { FieldOf, FieldSchema, ObjectSchema, Pointer, Scalar, ScalarOfProperty } from '../schema.ts'
import type { Fact } from './show.ts'

/** One value asked of the person before the call is made. */
export interface ActionInput<N extends Names = Names> {
  /** What may be sent. A text of 1,000 characters or more has several lines; a list is several choices. */
  readonly schema: FieldSchema<N>
  readonly label: string
  readonly placeholder?: string
  /** Shown when the value is missing, for example 'Please enter reason!'. */
  readonly required?: string
  /** It starts as this field of the record. */
  readonly field?: string
  /** Said, and no obstacle, where the value does not match the pattern (D-155). */
  readonly warn?: { readonly pattern: string; readonly text: string }
  /**
   * The value is chosen: the field of the record that lists the choices, `{ value, label }` each. What is chosen is
   * evidence, and goes into the reason too: 'Relied on: Passport, uploaded (file-1)' (obligation R3).
   */
  readonly options?: string
  /** Said where there is nothing to choose: what is missing, and how it comes to be there. */
  readonly emptyText?: string
  /** An input of the console's own, by its registered name. */
  readonly widget?: N['input']
}

/** What the person is asked before the call is made. Templates are filled from the record. */
export interface Confirmation {
  readonly title: string
  readonly body?: string
  /** Labels of the button that does it and of the one that does not; the action's own label and 'Cancel' by default. */
  readonly buttons?: readonly [confirm: string, cancel?: string]
  /** For what cannot be taken back: this text must be typed before the button works (U9). */
  readonly typed?: { readonly label: string; readonly text: string }
}

/** What an answer says, for the person to read: in a drawer next to the list, or below a form. */
export interface Result<N extends Names = Names> {
  readonly title: string
  /** Where the answer's values sit; the whole of it by default. */
  readonly path?: Pointer
  readonly facts: readonly Fact<N>[]
  /** Said where the answer has nothing there (D-171). */
  readonly emptyText: string
}

/**
 * What a failure says: the title, and on further lines the server's own words, or `body` where it has none. With
 * `fromResponse` the server's words need no title (D-65). A notice stays for so many ms, else until it is dismissed.
 */
export interface Failure {
  readonly title: string
  readonly body: string
  readonly fromResponse?: true
  readonly durationMs?: number
}

/**
 * Something staff do to a record (or, with `placement: 'list'`, to the list as a whole), as data: one button and one
 * dialog draw all of them.
 */
export interface Action<S extends ObjectSchema, BindingName extends string, N extends Names = Names> {
  readonly label: string
  readonly binding: BindingName
  /** With the row's other buttons (default), with the list's, or only where a column, toggle or block places it. */
  readonly placement?: 'row' | 'list' | 'column'
  /** A stricter permission than the binding's. */
  readonly permission?: N['permission']
  /** The states of the record in which the action exists. */
  readonly when?: Predicate<S>
  /** States in which the control is there, disabled, and says why. Templates are filled from the record. */
  readonly blocked?: readonly { readonly when: Predicate<S>; readonly text: string }[]
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
  readonly input?: Readonly<Record<string, ActionInput<N>>>
  readonly confirm?: string | Confirmation
  /** Words of the success notice, or the server's own message (extracted by X6) with a fallback. */
  readonly success: string | { readonly fromResponse: true; readonly fallback: string }
  /** What the record must show after it has been read again; if it does not, the text is said instead. */
  readonly expect?: {
    readonly when: { readonly [F in FieldOf<S>]?: ScalarOfProperty<S['properties'][F]> }
    readonly text: string
  }
  readonly failure?: Failure
  /** Delay before the success notice, instead of the definition's own. */
  readonly noticeDelayMs?: number
  readonly tone?: 'danger' | 'neutral'
  /** What the person should know before pressing: shown on hover and focus. */
  readonly hint?: string
  /** `icon`: drawn as one, the label on hover, on focus and for assistive technology (D-182). */
  readonly display?: 'button' | 'icon'
  /** The answer is shown. */
  readonly result?: Result<N>
  /** Further resources whose data the action changes. */
  readonly refetch?: readonly string[]
}
