import { type FormResource, type FormPage, formsOf } from '../../language/resource.ts'
import { controlOf, type Permissions } from '../model/controlOf.ts'
import { useSearchParams } from 'react-router-dom'
import { useMediaQuery, NARROW } from '../ui/useMediaQuery.ts'

/** How a form stands towards a person here: not theirs, off for a reason, or ready. */
export const accessTo = (form: FormResource, permissions: Permissions) =>
  controlOf(form, 'submit', { id: form.name }, permissions)

const isOffered = (form: FormResource, permissions: Permissions): boolean =>
  !['denied', 'absent'].includes(accessTo(form, permissions).state)

/** The groups of a page with the forms that a person may send; groups without any are left out. */
const offeredGroups = ({ groups }: FormPage, permissions: Permissions): FormPage['groups'] =>
  groups
    .map(({ title, forms }) => ({ title, forms: forms.filter((form) => isOffered(form, permissions)) }))
    .filter(({ forms }) => forms.length > 0)

const SEEN_AT_ONCE = 5

/** So few forms are seen at a glance: nobody searches among them. */
export const isSeenAtOnce = (groups: FormPage['groups']): boolean =>
  groups.flatMap(({ forms }) => forms).length <= SEEN_AT_ONCE

/** What a page of forms shows to a person at its address. */
interface ChosenForm {
  /** What the person may send here. */
  readonly groups: FormPage['groups']
  /** The form that the address names, whether there is one or not. */
  readonly asked: string | null
  /** The form that is open. */
  readonly chosen: FormResource | undefined
  /** It is the page's only one: there is nothing to choose from. */
  readonly isAlone: boolean
}

/** Which form of a page is open: its only one, the one its address names, or the first of few where there is room. */
export function useChosenForm(page: FormPage, permissions: Permissions): ChosenForm {
  const [search] = useSearchParams()
  const isNarrow = useMediaQuery(NARROW)
  const groups = offeredGroups(page, permissions)
  const offered = groups.flatMap(({ forms }) => forms)
  const asked = search.get('form')
  const isAlone = formsOf(page).length === 1
  const isOpen = isAlone || (asked === null && !isNarrow && isSeenAtOnce(groups))
  const chosen = isOpen ? offered[0] : offered.find(({ name }) => name === asked)
  return { groups, asked, chosen, isAlone }
}
