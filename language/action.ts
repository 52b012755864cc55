import type { Input, Step } from './input.ts'
import type { Predicate } from './predicate.ts'
import type { Pointer, Scalar } from './schema.ts'
import type { SecondApprover } from './secondApprover.ts'
import type { Fact } from './show.ts'

/** One input the person fills in before the call. */
export interface ActionInput extends Input {
  /** The input's initial value is this field of the record. */
  readonly field?: string
  /** A warning, which does not block, when the value does not match the pattern (D-155). */
  readonly warn?: { readonly unless: string; readonly text: string }
  /** The value is chosen. This field of the record lists the choices, `{ value, label }` each. */
  readonly options?: string
  /** The chosen label is added to the reason: 'Relied on: Passport, uploaded (file-1)' (obligation R3). */
  readonly cited?: true
  /** Shown when there are no choices: what is missing, and how to add it. */
  readonly emptyText?: string
}

/** What the person confirms before the call. Templates are filled from the record. */
export interface Confirmation {
  readonly title: string
  readonly body?: string
  /** Label of the confirm button; the action's own label by default. */
  readonly confirmLabel?: string
  /** Label of the cancel button; 'Cancel' by default. */
  readonly cancelLabel?: string
  /** For an action without undo: this text must be typed before the button works (U9). */
  readonly typed?: { readonly label: string; readonly text: string }
}

/** The answer's values to show: in a drawer next to the list, or below a form. */
export interface Result {
  readonly title: string
  /** The place of the values in the answer; the whole answer by default. */
  readonly path?: Pointer
  readonly facts: readonly Fact[]
  /** Shown when the answer has nothing there (D-171). */
  readonly emptyText: string
}

/**
 * An action of staff on a record (or, with `scope: 'list'`, on the list as a whole), as data. One button and one dialog
 * component draw all actions.
 */
export interface Action {
  readonly label: string
  readonly binding: string
  readonly scope?: 'record' | 'list'
  /** The button's place: with the row's other buttons (default), or only where a column or toggle names it. */
  readonly placement?: 'row' | 'column'
  /** A stricter permission than the binding's. */
  readonly permission?: string
  /** The states of the record in which the action exists. */
  readonly when?: Predicate
  /** States in which the control is disabled, each with its reason. Templates are filled from the record. */
  readonly blocked?: readonly { readonly when: Predicate; readonly message: string }[]
  /**
   * The gateway reads the record before anything is sent. If it has changed since the person saw it, nothing is sent and
   * the difference is shown. Edit forms always have this.
   */
  readonly recheck?: true
  /** The field of the record that lists what must be acknowledged one by one, `{ text }` each (obligation R4). */
  readonly acknowledge?: string
  /** Which submissions a second person has to approve where the gateway runs with `FOUR_EYES=on` (U9). */
  readonly secondApprover?: SecondApprover
  /** Constants added to the binding's query. */
  readonly query?: Readonly<Record<string, Scalar>>
  /** Constants added to the binding's body. */
  readonly body?: Readonly<Record<string, Scalar>>
  readonly input?: Readonly<Record<string, ActionInput>>
  /** The steps in which the inputs are asked. Without them all are asked at once. */
  readonly steps?: readonly Step[]
  /** Runs on several selected records of the list too; the plural of what they are: 'books'. */
  readonly bulk?: string
  /** Creates a record or changes its fields. Only what differs from the record is sent. */
  readonly isForm?: true
  /** A form that sends the members of an object that changed. Otherwise it sends the whole object. */
  readonly isPartial?: true
  readonly confirm?: string | Confirmation
  /** The text of the success notice, or the fallback for the server's own message (extracted by X6). */
  readonly success: string | { readonly fallback: string }
  /** What the record must have after the list has been read again. If it does not, `unchanged` is shown instead. */
  readonly expect?: Readonly<Record<string, unknown>>
  readonly unchanged?: string
  /**
   * The failure notice: this title, then the server's own message, or `detail` when there is none. A notice stays for
   * the given time in ms, and otherwise until it is dismissed. `alone`: the server's message needs no title (D-65).
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
  /** What the person should know before clicking, shown on hover and focus. */
  readonly hint?: string
  /** Drawn as an icon. The label appears on hover and focus, and assistive technology reads it (D-182). */
  readonly icon?: 'details'
  /** How the answer is shown. */
  readonly result?: Result
  /** The file of a download is shown, when it is an image. */
  readonly preview?: true
  /** Other resources whose data the action changes. */
  readonly refetch?: readonly string[]
}
