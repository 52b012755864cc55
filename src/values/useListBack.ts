import { useLocation } from 'react-router-dom'
import { consoleModel, listPathOf } from '../model/consoleModel.ts'

/**
 * What the history keeps with a record of another list that is opened from a list's row: the address of that list, for the
 * way back. `undefined` for a link that is on no list.
 */
export function useListBack(): { readonly back: string } | undefined {
  const { pathname, search } = useLocation()
  const isList = consoleModel().definitions.some((each) => each.kind === 'list' && listPathOf(each) === pathname)
  return isList ? { back: pathname + search } : undefined
}
