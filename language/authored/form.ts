import type { StepTitles } from '../input.ts'
import type { Names } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { FieldSchema, Lookup } from '../schema.ts'
import type { Action } from './action.ts'
import type { Binding, CheckedBinding } from './call.ts'

/** One value of a form, typed or chosen. Typed text is trimmed before it is checked and sent. */
export interface FormField<N extends Names = Names> {
  /** The accepted values; they determine the control. A flag with `labels` is a radio group, `examples` are suggestions. */
  readonly schema: FieldSchema<N>
  readonly label: string
  /**
   * Shown when the value is missing. Without it the field is optional and is not sent when empty. Optional fields are
   * disabled until the required ones are valid.
   */
  readonly required?: string
  /**
   * Shown only while other fields of the form meet this. What is hidden is neither required nor sent, and keeps what was
   * typed. The gateway refuses a value of a hidden field.
   */
  readonly when?: Predicate
  /** An example of a valid value, below the field: 'for example 8NA16576'. */
  readonly hint?: string
  readonly placeholder?: string
  /**
   * Where the record that the form is about has the value now: a field of its list, or after a slash a place in its
   * detail. It is shown next to the new value, and an equal value is not sent. A required field starts with it.
   */
  readonly field?: string
  /** The value replaces that of the named field, so it must not be the same, ignoring case (D-173). */
  readonly not?: { readonly field: string; readonly message: string }
  /** The console's own input component, by its registered name. */
  readonly widget?: N['input']
}

/**
 * The records that a form is about: those that the value of `field` refers to. The list is searched for them, and their
 * `fields` are shown before anything is sent (D-188). What is typed may be anything that the list's search finds them by:
 * people choose one of those found, and the field of it that the `reference` names is sent.
 */
export interface FormSubject {
  readonly field: string
  readonly reference: Lookup
  /**
   * The fields of the list that are shown, or after a slash places in the detail, which the outcome says, too. A number that
   * could be mistaken for another has a label.
   */
  readonly fields: readonly (string | { readonly field: string; readonly label: string })[]
  /**
   * What one of the records that were found should meet, by fields of the list or after a slash by places in the detail,
   * and what to say where none does. It is said next to the form and in its question, and does not block: the service
   * decides.
   */
  readonly expect?: { readonly when: Predicate; readonly message: string }
}

/** A form as its author writes it: fields, one call, and the texts before and after. */
export interface FormDefinition<
  F extends Readonly<Record<string, FormField>> = Readonly<Record<string, FormField>>,
  B extends Binding = Binding,
  N extends Names = Names,
>
  extends
    Pick<Action<unknown, 'submit', N>, 'confirm' | 'failure' | 'result' | 'tone' | 'refetch' | 'secondApprover'>,
    Partial<Pick<Action<unknown, 'submit', N>, 'success'>> {
  /** The form's name: its address (`?form=name`) and the first half of its operation's name. */
  readonly name: string
  readonly label: string
  /** What the form does and to whom, in one sentence. People also find the form by it. */
  readonly description: string
  /** Further search words for the form. */
  readonly keywords?: readonly string[]
  readonly fields: F
  /**
   * Asks for the fields in several steps: the names of the fields of each, by its title. Every field is in one of them.
   * The fields of a step are checked before the next one, and what the service refuses leads back to its step.
   */
  readonly steps?: StepTitles<keyof F & string>
  readonly about?: FormSubject & { readonly field: keyof F & string }
  /**
   * The name of the form that takes this one back. It is offered after a success, filled in with what was sent, by the
   * names of its fields, and with what the record had (`field`).
   */
  readonly undoneBy?: string
  /** Shown when no optional field is filled in, so nothing would change (D-176). */
  readonly emptyText?: string
  /** Label of the button, and its label while the call is in progress. */
  readonly submit: string | readonly [label: string, busy: string]
  readonly call: B & CheckedBinding<B, keyof F & string, N>
}

/** A page of forms: a single form, or several, found by group, by typing, or by address. */
export interface FormPageDefinition {
  readonly name: string
  readonly label: string
  readonly path: `/${string}`
  /** Forms by the title of their group. */
  readonly forms: Readonly<Record<string, readonly FormDefinition[]>>
}
