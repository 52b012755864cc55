import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'

/** One line of the menu. */
export interface MenuEntry {
  readonly label: string
  readonly to: string
}

/** The header's order (back office, section 2 'Header'; D-27 adds alerts). Others follow in order of definition. */
const order = [
  '/populate-details',
  '/user-requests',
  '/treasury',
  '/cash',
  '/cryptocurrency',
  '/sponsers',
  '/notifications',
  '/trades',
  '/accounts',
  '/update-user',
  '/etrade-details',
  '/alerts',
]

/** The address of a resource's list. */
export const listPath = ({ name, path }: AnyDefinition): string => path ?? `/${name}`

const rank = (to: string): number => (order.includes(to) ? order.indexOf(to) : order.length)

/** The entries for the lists that exist and that the person may read. */
export const menuEntries = (
  definitions: readonly AnyDefinition[],
  permissions: readonly string[],
): readonly MenuEntry[] =>
  definitions
    .filter(({ bindings }) => bindings['list'] !== undefined && permissions.includes(bindings['list'].permission))
    .map((definition) => ({ label: definition.label, to: listPath(definition) }))
    .toSorted((a, b) => rank(a.to) - rank(b.to))
