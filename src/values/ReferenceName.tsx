import { usePermissions, useGetManyAggregate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { permissionFor, hindranceOf } from '../data/permissions.ts'
import { listResource, recordPathOf } from '../model/consoleModel.ts'
import { readByIds } from '../../language/reference.ts'
import { failureOf } from '../data/failure.ts'
import { NOTHING } from '../format/formatValue.ts'
import { columnText, type Row } from '../model/columns.ts'
import type { Permissions } from '../model/controlOf.ts'
import { recordName, rowModelOf } from '../model/rowModel.ts'
import { useListBack } from './useListBack.ts'

/** Gives names their own queries, so that they never replace a record that is read as a whole. */
const nameMeta = { view: 'name' } as const

/** How long a name counts as fresh, in ms. */
const FRESH_MS = 60_000

interface ReadName {
  /** `undefined` while it is read, and when it can't be. */
  readonly name: string | undefined
  readonly reason: string | undefined
  /** The record, once it is read. */
  readonly record?: Row
}

/** Reads the name of a record, together with all other names of the resource on the page. */
export function useReferenceName(definition: ListResource, id: string | number, permissions: Permissions): ReadName {
  const hindrance = hindranceOf(definition, readByIds(definition)?.binding, permissions)
  const options = { enabled: hindrance === undefined && id !== '', staleTime: FRESH_MS }
  const { data, error } = useGetManyAggregate<Row>(definition.name, { ids: [id], meta: nameMeta }, options)
  const record = data?.find((each) => String(each.id) === String(id))
  if (record !== undefined) {
    const name = recordName(definition, record)
    return { name: name === NOTHING ? String(id) : name, reason: undefined, record }
  }
  const isLost = data !== undefined || error !== null
  const why = error === null ? '' : `: ${failureOf(error).message}`
  return {
    name: undefined,
    reason: hindrance ?? (isLost ? `Couldn't be loaded from ${definition.label}${why}` : undefined),
  }
}

export interface ReferenceNameProps {
  readonly resource: string
  readonly id: string | number
  /** Leaves the link out, as inside a button. */
  readonly isPlain?: boolean | undefined
  /** Adds the number that such records are found by. */
  readonly isNumbered?: boolean | undefined
}

interface NamedProps extends Omit<ReferenceNameProps, 'resource'> {
  readonly definition: ListResource
  readonly permissions: readonly string[]
}

/** The number of a record that is next to its name in its list, if there is one. */
function numberOf(definition: ListResource, record: Row): string {
  const { columns, pinned } = rowModelOf(definition, undefined, [])
  const column = columns.find(({ id }) => id === pinned)
  const text = column === undefined ? NOTHING : columnText(column, record)
  return text === NOTHING ? '' : text
}

const Named = ({ definition, id, permissions, isPlain = false, isNumbered = false }: NamedProps) => {
  const { name, reason, record } = useReferenceName(definition, id, permissions)
  const back = useListBack()
  if (name === undefined) return <span title={reason}>{id}</span>
  const mayOpen = permissions.includes(permissionFor([definition], definition.name, 'show') ?? '')
  const to = mayOpen && !isPlain ? recordPathOf(definition, id) : undefined
  const number = isNumbered && record !== undefined ? numberOf(definition, record) : ''
  return (
    <>
      {to === undefined ? (
        name
      ) : (
        <Link className="cs-cut cs-cut--inline" dir="auto" to={to} state={back} data-full={name}>
          {name}
        </Link>
      )}
      {number !== '' && (
        <>
          {' '}
          <code className="cs-muted">{number}</code>
        </>
      )}
    </>
  )
}

/**
 * The name of a record, as a link to its page if the person may open it. All names on a page are read together. The id
 * is shown while the name is read, and with the reason when it can't be.
 */
export const ReferenceName = ({ resource, ...props }: ReferenceNameProps) => {
  const definition = listResource(resource)
  const { permissions } = usePermissions<readonly string[]>()
  if (definition === undefined || permissions === undefined) return props.id
  return <Named {...props} definition={definition} permissions={permissions} />
}
