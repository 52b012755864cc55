import type {
  ActionInput as AuthoredInput,
  Confirmation as AuthoredConfirmation,
  Result as AuthoredResult,
} from './authored/action.ts'
import type { Input } from './input.ts'
import type { Fact } from './show.ts'

/** One input the person fills in before the call. */
export interface ActionInput extends Input, Pick<AuthoredInput, 'field' | 'options' | 'emptyText'> {
  /** A warning, which does not block, when the value does not match the pattern (D-155). */
  readonly warn?: { readonly unless: string; readonly text: string }
  /** The chosen label is added to the reason: 'Relied on: Passport, uploaded (file-1)' (obligation R3). */
  readonly cited?: true
}

/** What the person confirms before the call. Templates are filled from the record. */
export interface Confirmation extends Pick<AuthoredConfirmation, 'title' | 'body'> {
  /** Labels of the buttons; the action's own label and 'Cancel' by default. */
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  /** For an action without undo: this text must be typed before the button works (U9). */
  readonly typed?: { readonly label: string; readonly text: string }
}

/** The answer's values to show: in a drawer next to the list, or below a form. */
export interface Result extends Omit<AuthoredResult, 'facts'> {
  readonly facts: readonly Fact[]
}
