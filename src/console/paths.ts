import { fillPath } from '../../language/template.ts'
import type { ListResource, Resource } from '../../language/resource.ts'

/** Address of a resource's list. */
export const listPathOf = ({ path }: ListResource): string => path

/** Address of one record: the id and nothing else (D-44). `undefined` where the resource has no record page. */
export const recordPathOf = (definition: Resource, id: unknown): string | undefined =>
  definition.recordPath === null ? undefined : fillPath(definition.recordPath, { id })
