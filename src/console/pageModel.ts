import type { ActionFlow } from '../actions/useActionFlow.ts'
import type { Permissions } from '../model/controlOf.ts'
import type { ListResource, NestedResource, ResolvedShow } from '../../language/resource.ts'
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
