import type { FieldSchema, Scalar } from './schema.ts'

/** Keywords of JSON Schema whose violation has a sentence of its own. */
export type FormKeyword = 'minLength' | 'maxLength' | 'pattern' | 'enum' | 'type'

/** One value of a form, typed or chosen. What is typed is trimmed before it is judged and sent. */
export interface FormField {
  readonly schema: FieldSchema
  readonly label: string
  /** Shown when the value is missing; without it the field may stay empty and is then not sent. */
  readonly required?: string
  /** Sentences for values that the schema refuses, by keyword. */
  readonly messages?: Readonly<Partial<Record<FormKeyword, string>>>
  /** What a right value looks like, below the field: 'for example 8NA16576'. */
  readonly hint?: string
  readonly placeholder?: string
  /** One of these is chosen, by radio buttons. */
  readonly choices?: readonly { readonly value: Scalar; readonly label: string }[]
  /** Values offered while typing; others are taken too. */
  readonly suggestions?: readonly string[]
  /** The value may not be that of the named field, whatever its case (D-173). */
  readonly differsFrom?: { readonly field: string; readonly text: string }
  /** An input of the console's own, by its registered name. */
  readonly widget?: string
}

/** A field of the record that a form is about; a number that could be taken for another says by its label what it is. */
export type ShownField = string | { readonly field: string; readonly label: string }

/**
 * Whom a form is about: the records of a list in which `as` has the value of `field`, found by searching the list for
 * it and told by their fields `shows` before anything is sent (D-188).
 */
export interface FormSubject {
  readonly field: string
  readonly resource: string
  readonly key: string
  readonly fields: readonly ShownField[]
}

/** How a form looks and when it can be sent. */
export interface FormLayout {
  /** What it does and to whom, in a sentence; also what it is found by. */
  readonly description: string
  /** Further words it is found by. */
  readonly keywords?: readonly string[]
  readonly fields: Readonly<Record<string, FormField>>
  readonly about?: FormSubject
  /** All other fields are off until this one holds a valid value. */
  readonly unlockedBy?: string
  /** Said when nothing but the field of `unlockedBy` is filled in: there would be nothing to change (D-176). */
  readonly emptyText?: string
  /** Label of the button, and while the call is under way. */
  readonly submit: { readonly label: string; readonly busy?: string }
  /** A file goes with the call: what the field is called, and what is said before one is chosen. */
  readonly file?: { readonly label: string; readonly required: string }
}
