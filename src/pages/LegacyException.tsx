import { useParams } from 'react-router-dom'
import { ExceptionPage } from './ExceptionPage.tsx'

/** `/enhancer/exception/403`, `404` and `500` (D-3); any other number is an unknown page. */
export const LegacyException = () => {
  const { code } = useParams()
  return <ExceptionPage code={code === '403' ? 403 : code === '500' ? 500 : 404} />
}
