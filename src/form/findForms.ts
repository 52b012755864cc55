import type { FormResource } from '../../language/resource.ts'
import type { FormPage } from '../../language/formPage.ts'

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Everything a form is found by, its group included. */
const textOf = (group: string, { label, form }: FormResource): string =>
  [label, form.description, ...form.keywords, group].join(' ').toLowerCase()

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

/** How well a form answers to what is typed; the smaller the better. */
function rankOf({ label }: FormResource, words: readonly string[]): number {
  const text = wordsOf(label).join(' ')
  const phrase = words.join(' ')
  if (text === phrase) return 0
  if (text.startsWith(phrase)) return 1
  const inLabel = text.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => inLabel.some((each) => each.startsWith(word)))) return 2
  return words.every((word) => text.includes(word)) ? 3 : 4
}

/**
 * The form that is meant most likely: by its whole label, its beginning, the beginnings of its words, anything in it,
 * and only then by what else it is found by; the first of the page among equals. `undefined` where nothing is typed or
 * found.
 */
export function bestForm(groups: FormPage['groups'], typed: string): FormResource | undefined {
  const words = wordsOf(typed)
  if (words.length === 0) return undefined
  const found = findForms(groups, typed).flatMap(({ forms }) => forms)
  const [best] = found.toSorted((one, other) => rankOf(one, words) - rankOf(other, words))
  return best
}
