import { listPathOf } from '../model/consoleModel.ts'
import { type ListResource, formsOf, type FormPage } from '../../language/resource.ts'
import { maySend } from '../data/permissions.ts'

/** One line of the menu. */
export interface MenuEntry {
  readonly label: string
  readonly to: string
}

/** Where a screen is, if the person may use it: a list that they may read, a page with a form that they may send. */
function placeOf(screen: ListResource | FormPage, permissions: readonly string[]): string | undefined {
  if ('groups' in screen) return formsOf(screen).some((form) => maySend(form, permissions)) ? screen.path : undefined
  const list = screen.bindings['list']
  return list !== undefined && permissions.includes(list.permission) ? listPathOf(screen) : undefined
}

/** The entries for the screens that the person may use, in the order of `schemas/index.ts`. */
export const menuEntries = (
  screens: readonly (ListResource | FormPage)[],
  permissions: readonly string[],
): readonly MenuEntry[] =>
  screens.flatMap((screen) => {
    const to = placeOf(screen, permissions)
    return to === undefined ? [] : [{ label: screen.menuLabel, to }]
  })
