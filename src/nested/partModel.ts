import type { ListResource, NestedResource } from '../../language/resource.ts'
import type { Permissions } from '../model/controlOf.ts'
import type { Row } from '../model/columns.ts'
import { recordName, type RowModel, rowModelOf } from '../model/rowModel.ts'

export interface PartModel extends RowModel<NestedResource> {
  /** The definition and the record of the page that contains the part. */
  readonly parent: ListResource
  readonly page: Row
}

export const partModelOf = (
  part: NestedResource,
  permissions: Permissions,
  { parent, page }: Pick<PartModel, 'parent' | 'page'>,
): PartModel => ({ ...rowModelOf(part, permissions, []), parent, page })

/** The name of a part's record in labels. It includes the id, because names may repeat. */
export const partRecordName = (part: NestedResource, record: Row): string =>
  `${recordName(part, record)} (${record.id})`
