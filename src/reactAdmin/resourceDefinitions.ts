import type { ResourceDefinition } from 'ra-core'
import type { Resource } from '../../language/resource.ts'

export const registered = (definition: Resource): ResourceDefinition => ({
  name: definition.name,
  hasList: definition.bindings['list'] !== undefined,
  hasShow: definition.recordPath !== null,
  options: { label: definition.label },
})

export const resourceDefinitions = (definitions: readonly Resource[]) =>
  Object.fromEntries(definitions.map((definition) => [definition.name, registered(definition)]))
