import type { AnyDefinition } from '../../language/defineResource.ts'
import { fillPath } from '../../language/template.ts'

/** Address of a resource's list. */
export const listPathOf = (definition: AnyDefinition): string => definition.path ?? `/${definition.name}`

/** Address of one record: the id and nothing else (D-44). `undefined` where the resource has no record page. */
export const recordPathOf = (definition: AnyDefinition, id: unknown): string | undefined =>
  definition.recordPath === undefined ? undefined : fillPath(definition.recordPath, { id })
