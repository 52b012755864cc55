import type { ListResource, NestedResource } from '../../language/resource.ts'
import type { Permissions } from '../actions/controlOf.ts'
import { recordName, rowModelOf } from '../table/rowModel.ts'
import type { RowModel } from '../table/rowModel.ts'
import type { Row } from '../table/columns.ts'

/** What the rows of a part are drawn from. */
export interface PartModel extends RowModel<NestedResource> {
  /** The definition and the record of the page that the part stands on. */
  readonly parent: ListResource
  readonly page: Row
}

/** The model of a part's rows. */
export const partModelOf = (
  part: NestedResource,
  permissions: Permissions,
  { parent, page }: Pick<PartModel, 'parent' | 'page'>,
): PartModel => ({ ...rowModelOf(part, permissions, '', []), parent, page })

/** What a part's record is called in labels: several may have the same name, so its id comes along. */
export const partRecordName = (part: NestedResource, record: Row): string =>
  `${recordName(part, record)} (${record.id})`
