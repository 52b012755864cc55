import { place } from 'virtual:locale'
import { useLocation } from 'react-router-dom'
import type { Resource } from '../../language/resource.ts'
import { consoleModel } from '../model/consoleModel.ts'

/** True for the page of a list whose times are in the browser's own zone, which each of them names. */
const hasLocalTimes = (definition: Resource, pathname: string): boolean =>
  definition.kind === 'list' &&
  definition.path === pathname &&
  definition.list.columns.some(({ display }) => display === 'localDateTime')

/** The zone of the page's times. */
export const ZoneNote = () => {
  const { pathname } = useLocation()
  const isLocal = consoleModel().definitions.some((definition) => hasLocalTimes(definition, pathname))
  return <span className="cs-meta cs-muted cs-zone">{isLocal ? 'Local time' : `${place} time`}</span>
}
