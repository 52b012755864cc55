import { useSearchParams } from 'react-router-dom'
import type { FormResource } from '../../language/resource.ts'
import { formsOf } from '../../language/formPage.ts'
import type { FormPage } from '../../language/formPage.ts'
import type { Permissions } from '../actions/controlOf.ts'
import { useMediaQuery, NARROW } from '../ui/useMediaQuery.ts'
import { isSeenAtOnce } from './findForms.ts'
import { offeredGroups } from './formAccess.ts'

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
