import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import type { FormPage } from '../../schemas/meta/formPage.ts'

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Everything a form is found by, its group included. */
const textOf = (group: string, { label, form }: AnyDefinition): string =>
  [label, form?.description ?? '', ...(form?.keywords ?? []), group].join(' ').toLowerCase()

const SEEN_AT_ONCE = 5

/** So few forms are seen at a glance: nobody searches among them. */
export const isSeenAtOnce = (groups: FormPage['groups']): boolean =>
  groups.flatMap(({ forms }) => forms).length <= SEEN_AT_ONCE

/** The groups with the forms that hold every typed word, in their order; all of them where nothing is typed. */
export function findForms(groups: FormPage['groups'], typed: string): FormPage['groups'] {
  const words = wordsOf(typed)
  return groups
    .map(({ title, forms }) => ({
      title,
      forms: forms.filter((form) => words.every((word) => textOf(title, form).includes(word))),
    }))
    .filter(({ forms }) => forms.length > 0)
}
