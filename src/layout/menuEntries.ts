import type { ComponentType } from 'react'
import { listPathOf } from '../model/consoleModel.ts'
import { type ListResource, formsOf, type FormPage } from '../../language/resource.ts'
import type { Session } from '../auth/session.ts'
import { maySend } from '../data/permissions.ts'

/** One entry of the menu. */
export interface MenuEntry {
  readonly label: string
  readonly to: string
  /** True for the console's own pages about staff, which the menu shows apart. */
  readonly isAdministration?: true
  /** How much waits there for the person. */
  readonly Count?: ComponentType
}

/** The path of a screen that the person may use: a list they may read, or a page with a form they may send. */
function placeOf(screen: ListResource | FormPage, permissions: readonly string[]): string | undefined {
  if ('groups' in screen) return formsOf(screen).some((form) => maySend(form, permissions)) ? screen.path : undefined
  const list = screen.bindings['list']
  return list !== undefined && permissions.includes(list.permission) ? listPathOf(screen) : undefined
}

/** The menu entries of the screens that the person may use, in the order of `schemas/index.ts`. */
export const menuEntries = (
  screens: readonly (ListResource | FormPage)[],
  permissions: readonly string[],
): readonly MenuEntry[] =>
  screens.flatMap((screen) => {
    const to = placeOf(screen, permissions)
    return to === undefined ? [] : [{ label: screen.menuLabel, to }]
  })

type Powers = Pick<Session, 'mayAdminister' | 'mayReadAudit'>

/** The console's own pages about staff that the person may use. */
export const administration = ({ mayAdminister, mayReadAudit }: Powers): readonly MenuEntry[] => [
  ...(mayAdminister
    ? [
        { label: 'Access', to: '/access', isAdministration: true as const },
        { label: 'Sessions', to: '/sessions', isAdministration: true as const },
      ]
    : []),
  ...(mayReadAudit ? [{ label: 'Audit', to: '/audit', isAdministration: true as const }] : []),
]
