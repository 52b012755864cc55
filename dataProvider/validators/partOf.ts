import type { Resource } from '../../language/resource.ts'
import type { Operation } from '../../language/operations.ts'

/** The part of everything that only forms send. */
export const FORMS_PART = 'forms'

/**
 * Name of the part that belongs to a page: `accounts-list`, or `accounts-record` with the reads and actions of a record
 * and of what is part of it (a resource without a page of its own is on its owner's).
 */
export const partName = (
  { kind, name, partOf: owner }: Pick<Resource, 'kind' | 'name' | 'partOf'>,
  page: 'list' | 'record',
): string => (kind === 'form' ? FORMS_PART : `${owner?.resource ?? name}-${page}`)

/** Name of the part that holds an operation's validators. */
export const partOf = ({ definition, kind }: Pick<Operation, 'definition' | 'kind'>): string =>
  partName(definition, kind === 'list' ? 'list' : 'record')
