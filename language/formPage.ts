import type { FormResource } from './resource.ts'

/** A page of forms: one alone, or several of which the right one is found by group, by typing, or by address. */
export interface FormPage {
  readonly name: string
  readonly label: string
  readonly menuLabel: string
  readonly path: `/${string}`
  readonly groups: readonly { readonly title: string; readonly forms: readonly FormResource[] }[]
}

/** The forms of a page, in their order. */
export const formsOf = ({ groups }: FormPage): readonly FormResource[] => groups.flatMap(({ forms }) => forms)
