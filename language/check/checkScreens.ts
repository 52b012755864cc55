import { type ListResource, type Resource, formsOf, type FormPage } from '../resource.ts'
import { coded, type Finding, type Problem } from './problem.ts'

type Screen = ListResource | FormPage

const isPage = (screen: Screen): screen is FormPage => 'groups' in screen

const twice = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index)

/** What is wrong with a name that two screens, forms or nested definitions have. */
export const nameTaken = 'is a name that is taken: choose another'

const empty = (page: FormPage): readonly Finding[] => [
  ...(page.groups.length === 0 ? [{ where: page.name, message: `has no forms: give it some, or take it away` }] : []),
  ...page.groups
    .filter(({ forms }) => forms.length === 0)
    .map(({ title }) => ({ where: `${page.name}.groups.${title}`, message: `has no forms` })),
  ...formsOf(page)
    .filter(({ kind }) => kind !== 'form')
    .map(({ name }) => ({ where: `${page.name}.${name}`, message: `is no form: a list is a screen of its own` })),
]

/**
 * The problems among the screens: two with the same name, a form on no page or on two, a page without forms.
 * @param definitions all of them, because every form must be on a page
 */
export function checkScreens(screens: readonly Screen[], definitions: readonly Resource[]): readonly Problem[] {
  const pages = screens.filter(isPage)
  const shown = pages.flatMap((page) => formsOf(page).map(({ name }) => name))
  const lost = definitions.filter(({ name, kind }) => kind === 'form' && !shown.includes(name))
  const named = twice([...definitions, ...pages].map(({ name }) => name))
    .filter((name) => pages.some((page) => page.name === name))
    .map((name) => ({ where: name, message: nameTaken }))
  const shownTwice = twice(shown).map((name) => {
    return { where: name, message: `is on two pages, or twice on one: it has one address` }
  })
  const shownNowhere = lost.map(({ name }) => {
    return { where: name, message: `is on no page: name it in schemas/forms/pages.ts` }
  })
  return [
    ...coded('duplicate-name', named),
    ...coded('duplicate-form', shownTwice),
    ...coded('unshown-form', shownNowhere),
    ...coded('empty-page', pages.flatMap(empty)),
  ]
}
