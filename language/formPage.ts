import type { FormDefinition } from './definition.ts'
import type { FormResource } from './resource.ts'

/** A page of forms: one alone, or several of which the right one is found by group, by typing, or by address. */
interface PageOf<Form> {
  readonly name: string
  readonly label: string
  readonly path: `/${string}`
  readonly groups: readonly { readonly title: string; readonly forms: readonly Form[] }[]
}

/** A page of forms as its author writes it. */
export interface FormPageDefinition extends PageOf<FormDefinition> {
  readonly menuLabel?: string
}

/** A page of forms with every default filled in. */
export interface FormPage extends PageOf<FormResource> {
  readonly menuLabel: string
}

/** The forms of a page, in their order. */
export const formsOf = ({ groups }: FormPage): readonly FormResource[] => groups.flatMap(({ forms }) => forms)
