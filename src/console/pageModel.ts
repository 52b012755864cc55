import type { ActionFlow } from '../actions/useActionFlow.ts'
import type { Permissions } from '../model/controlOf.ts'
import type { ListResource, NestedResource, ResolvedShow } from '../../language/resource.ts'
import { isPresent } from '../../language/predicate.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Applicant, Place } from '../../language/show.ts'
import { readFact } from '../format/readFact.ts'
import { NOTHING } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'

/** Everything the pieces of a record's page are drawn from. */
export interface PageModel {
  readonly definition: ListResource
  readonly show: ResolvedShow
  /** The definitions whose records are parts of this one. */
  readonly parts: readonly NestedResource[]
  /** The detail call's answer. */
  readonly detail: Row
  /** The record by the fields of its list: what actions and reads are given. */
  readonly record: Row
  readonly permissions: Permissions
  readonly flow: ActionFlow
}

/** One of the people a record is about, by name. */
export interface Person {
  readonly label: string
  readonly name: string | undefined
}

const textAt = (place: Place, detail: unknown): string | undefined => {
  const read = readFact({ label: '', at: place }, place, detail)
  return read.isReadable && read.text !== NOTHING ? read.text : undefined
}

const isThere = ({ exists }: Applicant, detail: unknown): boolean => isPresent(valueAt(detail, exists))

/** Both applicants, where the record has a second one (D-77); otherwise none: there is nobody to tell apart. */
export function applicantsOf({ show, detail }: Pick<PageModel, 'show' | 'detail'>): readonly Person[] {
  const { applicants } = show
  if (applicants === undefined || !isThere(applicants[1], detail)) return []
  return applicants.map(({ label, name }) => ({ label, name: textAt(name, detail) }))
}
