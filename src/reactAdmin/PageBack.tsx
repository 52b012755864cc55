import { useState, type MouseEvent } from 'react'
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { consoleModel, listPathOf } from '../model/consoleModel.ts'
import { Icon } from '../ui/Icon.tsx'

/** Leads back to where a page was opened by a link, else to the list of its resource. */
export const PageBack = ({ resource }: { readonly resource: string }) => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const arrival = useNavigationType()
  const [isOpened] = useState(arrival === 'PUSH')
  const definition = consoleModel().definitions.find(({ name }) => name === resource)
  if (definition?.kind !== 'list') return null
  const back = (event: MouseEvent) => {
    if (!isOpened || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link className="cs-back cs-screen" to={listPathOf(definition)} state={{ left: pathname }} onClick={back}>
      <Icon name="back" />
      Back
    </Link>
  )
}
