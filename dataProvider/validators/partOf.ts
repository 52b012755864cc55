import type { Resource } from '../../language/resource.ts'
import type { Operation } from '../../language/operations.ts'

export const FORMS_PART = 'forms'

/**
 * The name of a page's part: `accounts-list`, or `accounts-record` with the reads and actions of a record and of its
 * nested parts (a resource without its own page uses its owner's).
 */
export const partName = (
  { kind, name, partOf: owner }: Pick<Resource, 'kind' | 'name' | 'partOf'>,
  page: 'list' | 'record',
): string => (kind === 'form' ? FORMS_PART : `${owner?.resource ?? name}-${page}`)

export const isListPart = (part: string): boolean => part.endsWith('-list')

export const partOf = ({ definition, kind }: Pick<Operation, 'definition' | 'kind'>): string =>
  partName(definition, kind === 'list' ? 'list' : 'record')
