import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import { listPathOf } from '../console/paths.ts'
import { Icon } from '../ui/Icon.tsx'

/**
 * Back to the list: through the history where the list is the entry before, so that page, filter, search and scroll
 * are as they were; else to the list's address (D-44, D-45).
 */
export const BackLink = ({ definition }: { readonly definition: ListResource }) => {
  const location = useLocation()
  const navigate = useNavigate()
  const query = valueAt(location.state, '/list')
  const cameFromList = typeof query === 'string'
  const back = (event: MouseEvent) => {
    if (!cameFromList || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      className="cs-back"
      to={listPathOf(definition) + (cameFromList ? query : '')}
      state={{ left: location.pathname }}
      onClick={back}
    >
      <Icon name="back" />
      Back
    </Link>
  )
}
