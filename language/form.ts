import type { Input, Step } from './input.ts'

/** One value of a form, typed or chosen. Typed text is trimmed before it is checked and sent. */
export interface FormField extends Input {
  /** Where the record that the form is about has the value now: a field of its list, or after a slash a place in its detail. */
  readonly field?: string
  /** The value must not be that of the named field, ignoring case (D-173). */
  readonly not?: { readonly field: string; readonly message: string }
}

/**
 * A field of the record that a form is about, or after a slash a place in its detail. A number that could be mistaken for
 * another has a label.
 */
export type ShownField = string | { readonly field: string; readonly label: string }

/**
 * The records that a form is about: those in which `as` has the value of `field`. The list is searched for them, and
 * their fields `shows` are shown before anything is sent (D-188).
 */
export interface FormSubject {
  readonly field: string
  readonly resource: string
  readonly key: string
  readonly fields: readonly ShownField[]
}

/** The layout of a form, and when it can be sent. */
export interface FormLayout {
  /** What the form does and to whom, in one sentence. People also find the form by it. */
  readonly description: string
  /** Further search words for the form. */
  readonly keywords?: readonly string[]
  readonly fields: Readonly<Record<string, FormField>>
  /** The steps in which the fields are asked. Without them all are asked at once. */
  readonly steps?: readonly Step[]
  readonly about?: FormSubject
  /** The name of the form that takes this one back. */
  readonly undoneBy?: string
  /** All other fields are disabled until this one has a valid value. */
  readonly unlockedBy?: string
  /** Shown when only the field of `unlockedBy` is filled in, so nothing would change (D-176). */
  readonly emptyText?: string
  /** Label of the button, and its label while the call is in progress. */
  readonly submit: { readonly label: string; readonly busy?: string }
}
