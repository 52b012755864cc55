import type { ComponentType } from 'react'
import type { MenuArrangement } from '../console/extensions.ts'
import { listPathOf } from '../model/consoleModel.ts'
import { type ListResource, formsOf, type FormPage } from '../../language/resource.ts'
import type { Session } from '../auth/session.ts'
import { maySend } from '../data/permissions.ts'

export interface MenuEntry {
  readonly label: string
  readonly to: string
  /** The heading above it. */
  readonly group?: string
  /** Its label in the top bar, if it is there too. */
  readonly barLabel?: string
  /** How much waits there for the person. */
  readonly Count?: ComponentType
}

/** The path of a screen that the person may use: a list they may read, or a page with a form they may send. */
function placeOf(screen: ListResource | FormPage, permissions: readonly string[]): string | undefined {
  if ('groups' in screen) return formsOf(screen).some((form) => maySend(form, permissions)) ? screen.path : undefined
  const list = screen.bindings['list']
  return list !== undefined && permissions.includes(list.permission) ? listPathOf(screen) : undefined
}

const noArrangement: MenuArrangement = { groups: [] }

/** The menu entries of the screens that the person may use: in the arrangement's order, else in that of the screens. */
export function menuEntries(
  screens: readonly (ListResource | FormPage)[],
  permissions: readonly string[],
  { groups, bar = {} }: MenuArrangement = noArrangement,
): readonly MenuEntry[] {
  const entriesOf = (wanted: readonly (ListResource | FormPage)[], group: Pick<MenuEntry, 'group'>) =>
    wanted.flatMap((screen): readonly MenuEntry[] => {
      const to = placeOf(screen, permissions)
      const barLabel = bar[screen.name]
      return to === undefined ? [] : [{ label: screen.menuLabel, to, ...group, ...(barLabel && { barLabel }) }]
    })
  const grouped = groups.flatMap((group) => group.screens)
  const others = screens.filter(({ name }) => !grouped.includes(name))
  return [
    ...entriesOf(others, {}),
    ...groups.flatMap(({ label, screens: names }) =>
      entriesOf(
        names.flatMap((name) => screens.filter((screen) => screen.name === name)),
        { group: label },
      ),
    ),
  ]
}

type Powers = Pick<Session, 'mayAdminister' | 'mayReadAudit'>

const group = 'Administration'

/** The console's own pages about staff that the person may use. */
export const administration = ({ mayAdminister, mayReadAudit }: Powers): readonly MenuEntry[] => [
  ...(mayAdminister
    ? [
        { label: 'Access', to: '/access', group },
        { label: 'Sessions', to: '/sessions', group },
      ]
    : []),
  ...(mayReadAudit ? [{ label: 'Audit', to: '/audit', group }] : []),
]
