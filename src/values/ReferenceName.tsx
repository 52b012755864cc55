import { useGetManyAggregate, usePermissions } from 'ra-core'
import { Link } from 'react-router-dom'
import { readByIds } from '../../language/reference.ts'
import type { ListResource } from '../../language/resource.ts'
import { failureOf } from '../data/failure.ts'
import { NOT_CONFIGURED, notConfiguredMark, permissionFor } from '../data/permissions.ts'
import type { Row } from '../model/columns.ts'
import { listResource, recordPathOf } from '../model/consoleModel.ts'
import type { Permissions } from '../model/controlOf.ts'
import { recordName } from '../model/rowModel.ts'

/** Gives names their own queries, so that they never replace a record that is read as a whole. */
const nameMeta = { view: 'name' } as const

/** How long a name counts as fresh, in ms. */
const FRESH_MS = 60_000

/** Why a person does not see the names of a resource; `undefined` when nothing speaks against reading them. */
function hindranceOf(definition: ListResource, permissions: Permissions): string | undefined {
  const { name, label } = definition
  const read = readByIds(definition)
  if (read === undefined || permissions?.includes(read.permission) !== true)
    return `You do not have permission to see ${label}`
  return permissions.includes(notConfiguredMark(`${name}.${read.binding}`)) ? NOT_CONFIGURED : undefined
}

interface NamedProps {
  readonly definition: ListResource
  readonly id: string | number
  readonly permissions: readonly string[]
}

const Named = ({ definition, id, permissions }: NamedProps) => {
  const hindrance = hindranceOf(definition, permissions)
  const isWanted = hindrance === undefined
  const options = { enabled: isWanted, staleTime: FRESH_MS }
  const { data, error } = useGetManyAggregate<Row>(definition.name, { ids: [id], meta: nameMeta }, options)
  const record = data?.find((each) => String(each.id) === String(id))
  if (record === undefined) {
    const isKnown = data !== undefined || error !== null
    const reason = error === null ? '' : `: ${failureOf(error).message}`
    const hint = hindrance ?? (isKnown ? `Couldn't be loaded from ${definition.label}${reason}` : undefined)
    return <span title={hint}>{id}</span>
  }
  const name = recordName(definition, record)
  const mayOpen = permissions.includes(permissionFor([definition], definition.name, 'show') ?? '')
  const to = mayOpen ? recordPathOf(definition, record.id) : undefined
  return to === undefined ? (
    name
  ) : (
    <Link className="cs-cut cs-cut--inline" dir="auto" to={to} data-full={name}>
      {name}
    </Link>
  )
}

/** The props of the name of a record. */
export interface ReferenceNameProps {
  readonly resource: string
  readonly id: string | number
}

/**
 * The name of a record, as a link to its page if the person may open it. All names on a page are read together. The id
 * is shown while the name is read, and with the reason when it can't be.
 */
export const ReferenceName = ({ resource, id }: ReferenceNameProps) => {
  const definition = listResource(resource)
  const { permissions } = usePermissions<readonly string[]>()
  if (definition === undefined || permissions === undefined) return id
  return <Named definition={definition} id={id} permissions={permissions} />
}
