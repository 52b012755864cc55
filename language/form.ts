import type { FormDefinition, FormField as AuthoredField, FormSubject as AuthoredSubject } from './authored/form.ts'
import type { Input, Step } from './input.ts'
import { isPointer, type Values } from './pointer.ts'

/** One value of a form, typed or chosen. Typed text is trimmed before it is checked and sent. */
export interface FormField extends Input, Pick<AuthoredField, 'field' | 'not'> {}

/** The records that a form is about: those of the list in which `key` has the value of `field`. */
export interface FormSubject extends Pick<AuthoredSubject, 'field' | 'fields' | 'expect'> {
  readonly resource: string
  readonly key: string
}

export interface FormLayout extends Pick<FormDefinition, 'description' | 'keywords' | 'undoneBy' | 'emptyText'> {
  readonly fields: Readonly<Record<string, FormField>>
  /** The steps in which the fields are asked. Without them all are asked at once. */
  readonly steps?: readonly Step[]
  readonly about?: FormSubject
  /** All other fields are disabled until this one has a valid value. */
  readonly unlockedBy?: string
  /** Label of the button, and its label while the call is in progress. */
  readonly submit: { readonly label: string; readonly busy?: string }
}

/** The places in the detail whose values the fields of a form change. */
export const changedPlaces = ({ fields }: Pick<FormLayout, 'fields'>): readonly `/${string}`[] => [
  ...new Set(Object.values(fields).flatMap(({ field = '' }) => (isPointer(field) ? [field] : []))),
]

/** The field that says what a form is about: the one that a record is found by, else the first one. */
export const subjectField = ({ about, fields }: FormLayout): string | undefined =>
  about?.field ?? Object.keys(fields)[0]

/** What a form with these values is about, in lower case. The same for all values of a form without fields. */
export const subjectIn = (form: FormLayout, values: Values | undefined): string =>
  String(values?.[subjectField(form) ?? ''])
    .trim()
    .toLowerCase()
