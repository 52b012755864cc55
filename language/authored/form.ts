import type { FormKeyword } from '../form.ts'
import type { Names } from '../registry.ts'
import type { FieldOf, FieldSchema } from '../schema.ts'
import type { Action } from './action.ts'
import type { Binding, CheckedBinding } from './call.ts'

/** One value of a form, typed or chosen. What is typed is trimmed before it is judged and sent. */
export interface FormField<N extends Names = Names> {
  /** What may be sent. A flag with `labels` is chosen by radio buttons; `examples` are offered while typing. */
  readonly schema: FieldSchema<N>
  readonly label: string
  /**
   * Shown when the value is missing; without it the field may stay empty and is then not sent. Fields that may stay
   * empty are off until those that may not are valid.
   */
  readonly required?: string
  /** Sentences for values that the schema refuses, by keyword. */
  readonly messages?: Readonly<Partial<Record<FormKeyword, string>>>
  /** What a right value looks like, below the field: 'for example 8NA16576'. */
  readonly hint?: string
  readonly placeholder?: string
  /** The value may not be that of the named field, whatever its case (D-173). */
  readonly differsFrom?: { readonly field: string; readonly text: string }
  /** An input of the console's own, by its registered name. */
  readonly widget?: N['input']
}

/**
 * Whom a form is about: the records of a list in which `key` has the value of `field`, found by searching the list for
 * it and told by their `fields` before anything is sent (D-188).
 */
export interface FormSubject {
  readonly field: string
  readonly resource: string
  readonly key: string
  /** A number that could be taken for another says by its label what it is. */
  readonly fields: readonly (string | { readonly field: string; readonly label: string })[]
}

/** The record that a form's fields make. */
type FormRecord<F> = { readonly type: 'object'; readonly properties: Readonly<Record<keyof F & string, object>> }

/** A form as its author writes it: fields, one call, and what is said before and after. */
export interface FormDefinition<
  F extends Readonly<Record<string, FormField>> = Readonly<Record<string, FormField>>,
  B extends Binding = Binding,
  N extends Names = Names,
>
  extends
    Pick<Action<FormRecord<F>, 'submit', N>, 'confirm' | 'failure' | 'result' | 'tone' | 'refetch'>,
    Partial<Pick<Action<FormRecord<F>, 'submit', N>, 'success'>> {
  /** Name of the form: its address (`?form=name`) and the first half of its operation's name. */
  readonly name: string
  readonly label: string
  /** What it does and to whom, in a sentence; also what it is found by. */
  readonly description: string
  /** Further words it is found by. */
  readonly keywords?: readonly string[]
  readonly fields: F
  readonly about?: FormSubject & { readonly field: FieldOf<FormRecord<F>> }
  /** Said when nothing is filled in that may stay empty: there would be nothing to change (D-176). */
  readonly emptyText?: string
  /** Label of the button, and while the call is under way. */
  readonly submit: string | readonly [label: string, busy: string]
  readonly call: B & CheckedBinding<B, keyof F & string, N>
}

/** A page of forms: one alone, or several of which the right one is found by group, by typing, or by address. */
export interface FormPageDefinition {
  readonly name: string
  readonly label: string
  readonly path: `/${string}`
  /** Forms by the title of their group. */
  readonly forms: Readonly<Record<string, readonly FormDefinition[]>>
}
