import type { StepTitles } from '../input.ts'
import type { Names } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { FieldSchema, Pointer, Scalar } from '../schema.ts'
import type { SecondApprover } from '../secondApprover.ts'
import type { Fact } from './show.ts'

/** One input the person fills in before the call. */
export interface ActionInput<N extends Names = Names> {
  /**
   * The accepted values; they determine the control: a number, a day, a flag, one or several of an `enum`. A text of
   * 1,000 characters or more has several lines, with its `examples` as ready-made texts above them; a list allows several choices. An object is a group of inputs, one for
   * each property; any other list has rows, one for each item, with buttons to add and to remove. Read-only properties
   * are not asked.
   */
  readonly schema: FieldSchema<N>
  readonly label: string
  readonly placeholder?: string
  /**
   * An example of a valid value, below the field. With a `pattern`, a warning, which does not block, when the value does
   * not match it (D-155).
   */
  readonly hint?: string | { readonly pattern: string; readonly message: string }
  /** Shown when the value is missing, for example 'Please enter reason!'. */
  readonly required?: string
  /**
   * Shown only while other inputs of the action meet this. What is hidden is neither required nor sent, and keeps what was
   * typed. The gateway refuses a value of a hidden input.
   */
  readonly when?: Predicate
  /** The input's initial value is this field of the record. */
  readonly field?: string
  /**
   * The value is chosen. This field of the record lists the choices, `{ value, label }` each. The choice is evidence
   * and is added to the reason: 'Relied on: Passport, uploaded (file-1)' (obligation R3).
   */
  readonly options?: string
  /** Shown when there are no choices: what is missing, and how to add it. */
  readonly emptyText?: string
  /** The console's own input component, by its registered name. */
  readonly widget?: N['input']
}

/** What the person confirms before the call. Templates are filled from the record, each value as its column shows it. */
export interface Confirmation {
  readonly title: string
  readonly body?: string
  /** Labels of the confirm and cancel buttons; the action's own label and 'Cancel' by default. */
  readonly buttons?: readonly [confirm: string, cancel?: string]
  /** For an action without undo: the value of this field must be typed before the button works (U9). */
  readonly typed?: { readonly label: string; readonly field: string }
}

/** The answer's values to show: in a drawer next to the list, or below a form. */
export interface Result<N extends Names = Names> {
  readonly title: string
  /** The place of the values in the answer; the whole answer by default. */
  readonly path?: Pointer
  readonly facts: readonly Fact<N>[]
  /** Shown when the answer has nothing there (D-171). */
  readonly emptyText: string
}

/**
 * The failure notice: the title, then the server's own message, or `body` when there is none. With `fallback` instead, the
 * server's message needs no title (D-65), and both are shown when there is none. A notice stays for the given time in ms,
 * otherwise until it is dismissed. The title is shown also where the service failed, perhaps halfway: it says that the call
 * failed, not that nothing was done.
 */
export type Failure = { readonly title: string; readonly durationMs?: number } & (
  | { readonly body: string }
  | { readonly fallback: string }
)

/**
 * An action of staff on a record (or, with `placement: 'list'`, on the list as a whole), as data. One button and one
 * dialog component draw all actions.
 */
export interface Action<V, BindingName extends string, N extends Names = Names> {
  readonly label: string
  readonly binding: BindingName
  /** With the row's other buttons (default), with the list's, or only where a column, toggle or block names it. */
  readonly placement?: 'row' | 'list' | 'column'
  /** A stricter permission than the binding's. */
  readonly permission?: N['permission']
  /** The states of the record in which the action exists. */
  readonly when?: Predicate<V>
  /** States in which the control is disabled, each with its reason. Templates are filled from the record. */
  readonly blocked?: readonly { readonly when: Predicate<V>; readonly message: string }[]
  /**
   * The gateway reads the record before anything is sent. If it has changed since the person saw it, nothing is sent and
   * the difference is shown. Edit forms always have this. A change at the address of the record is sent with its strong
   * ETag as `If-Match`; with 'ifMatch' the action is, too, at an address of its own, such as `POST …/{id}/publish`.
   */
  readonly recheck?: true | 'ifMatch'
  /** The field of the record that lists what must be acknowledged one by one, `{ text }` each (obligation R4). */
  readonly acknowledge?: string
  /**
   * A second person has to approve the action where the gateway runs with `FOUR_EYES=on` (U9): `true` for every
   * submission, `'acknowledged'` for one in which matches were acknowledged, or the names of inputs for one that has a
   * value for any of them.
   */
  readonly secondApprover?: SecondApprover
  /** Constants added to the binding's query. */
  readonly query?: Readonly<Record<string, Scalar>>
  /** Constants added to the binding's body. */
  readonly body?: Readonly<Record<string, Scalar>>
  readonly input?: Readonly<Record<string, ActionInput<N>>>
  /**
   * Asks for the inputs in several steps: the names of the inputs of each, by its title. Every input is in one of them.
   * The inputs of a step are checked before the next one, and what the service refuses leads back to its step.
   */
  readonly steps?: StepTitles
  /**
   * Runs on several selected records of the list too, one call each; the plural of what they are: 'books'. Not for an
   * action that decides about a person or can't be undone (U9): the check refuses `secondApprover`, and what shows it
   * otherwise: a typed confirmation, `tone: 'danger'`, evidence or acknowledgements.
   */
  readonly bulk?: string
  readonly confirm?: string | Confirmation
  /**
   * The text of the success notice, or the fallback for the server's own message (extracted by X6). Values are written as
   * in a confirmation.
   */
  readonly success: string | { readonly fallback: string }
  /** What the record must have after it has been read again. If it does not, the message is shown instead. */
  readonly expect?: {
    readonly when: { readonly [F in keyof V & string]?: V[F] }
    readonly message: string
  }
  readonly failure?: Failure
  /** Delay before the success notice, instead of the definition's own. */
  readonly noticeDelayMs?: number
  readonly tone?: 'danger' | 'neutral'
  /** What the person should know before clicking, shown on hover and focus. */
  readonly hint?: string
  /** `icon`: drawn as an icon. The label appears on hover and focus, and assistive technology reads it (D-182). */
  readonly display?: 'button' | 'icon'
  /**
   * How the answer is shown. `preview`: the file of a download is shown in a dialog, with a button that saves it, when it
   * is an image (.png, .jpg, .gif). Any other file is saved at once.
   */
  readonly result?: Result<N> | 'preview'
  /** Other resources whose data the action changes. */
  readonly refetch?: readonly string[]
}
