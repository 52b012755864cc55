import { listPathOf } from '../../resources/paths.ts'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'

/** One line of the menu. */
export interface MenuEntry {
  readonly label: string
  readonly to: string
}

/** The entries for the lists that exist and that the person may read, in the order of `schemas/index.ts`. */
export const menuEntries = (
  definitions: readonly AnyDefinition[],
  permissions: readonly string[],
): readonly MenuEntry[] =>
  definitions
    .filter(({ bindings }) => bindings['list'] !== undefined && permissions.includes(bindings['list'].permission))
    .map((definition) => ({ label: definition.menuLabel ?? definition.label, to: listPathOf(definition) }))
