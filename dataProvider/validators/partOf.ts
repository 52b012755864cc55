import type { AnyDefinition } from '../../language/defineResource.ts'
import type { Operation } from '../../language/operations.ts'

/** The part of everything that only forms send. */
export const FORMS_PART = 'forms'

/**
 * Name of the part that belongs to a page: `accounts-list`, or `accounts-record` with the reads and actions of a record
 * and of what is part of it (a resource without a page of its own is on its owner's).
 */
export const partName = (
  { name, partOf: owner, bindings }: Pick<AnyDefinition, 'name' | 'partOf' | 'bindings'>,
  page: 'list' | 'record',
): string => (owner === undefined && bindings['list'] === undefined ? FORMS_PART : `${owner?.resource ?? name}-${page}`)

/** Name of the part that holds an operation's validators. */
export const partOf = ({ definition, kind }: Pick<Operation, 'definition' | 'kind'>): string =>
  partName(definition, kind === 'list' ? 'list' : 'record')
