import { type FormResource, type FormPage, formsOf } from '../../language/resource.ts'
import { controlOf, type Permissions } from '../model/controlOf.ts'
import { useSearchParams } from 'react-router-dom'
import { useMediaQuery, NARROW } from '../ui/useMediaQuery.ts'

/** A form's availability for a person: not allowed, disabled with a reason, or ready. */
export const accessTo = (form: FormResource, permissions: Permissions) =>
  controlOf(form, 'submit', { id: form.name }, permissions)

/** True if a person may send the form, here or once what it waits for is there. */
export const isOffered = (form: FormResource, permissions: Permissions): boolean =>
  !['denied', 'absent'].includes(accessTo(form, permissions).state)

/** The groups of a page with the forms that a person may send. Empty groups are left out. */
const offeredGroups = ({ groups }: FormPage, permissions: Permissions): FormPage['groups'] =>
  groups
    .map(({ title, forms }) => ({ title, forms: forms.filter((form) => isOffered(form, permissions)) }))
    .filter(({ forms }) => forms.length > 0)

const SEEN_AT_ONCE = 5

/** True if the forms are so few that they need no search. */
export const isSeenAtOnce = (groups: FormPage['groups']): boolean =>
  groups.flatMap(({ forms }) => forms).length <= SEEN_AT_ONCE

/** What a page of forms shows at its current address. */
interface ChosenForm {
  /** The forms that the person may send here. */
  readonly groups: FormPage['groups']
  /** The form name in the address, even if no such form exists. */
  readonly asked: string | null
  readonly chosen: FormResource | undefined
  /** True if the page has only one form, so there is nothing to choose. */
  readonly isAlone: boolean
}

/** Determines the open form of a page: its only one, the one in the address, or the first of few if there is room. */
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
