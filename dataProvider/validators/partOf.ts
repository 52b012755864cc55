import type { Operation } from '../../schemas/meta/operations.ts'

/** What the validators of one resource are cut into: those of its list, and those of its records, reads and actions. */
export type PartKind = 'list' | 'record'

/** Name of one part, such as `accounts-list`. */
export const partName = (resource: string, kind: PartKind): string => `${resource}-${kind}`

/** Name of the part that holds an operation's validators. */
export const partOf = ({ resource, kind }: Pick<Operation, 'resource' | 'kind'>): string =>
  partName(resource, kind === 'list' ? 'list' : 'record')
