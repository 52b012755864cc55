import type { ConsoleModel } from '../registry.ts'
import { checkResources } from './checkDefinitions.ts'
import { checkRegistry } from './checkRegistry.ts'
import { checkScreens } from './checkScreens.ts'
import type { Problem } from './problem.ts'

/** Everything that is wrong with a console's definitions, screens and registrations, all at once. */
export const checkModel = ({ registry, screens, definitions }: ConsoleModel): readonly Problem[] => [
  ...checkResources(definitions),
  ...checkScreens(screens, definitions),
  ...checkRegistry(registry, definitions),
]
