import { useSearchParams } from 'react-router-dom'
import { Notice } from './Notice.tsx'

interface AddressNoteProps {
  /** True for a parameter that the page reads. The default is a page that reads none. */
  readonly isRead?: (parameter: string, value: string) => boolean
  /** True if the address names a place that the page does not have. */
  readonly isPlaceMissing?: boolean
}

/** Says that the page cannot read all of its address. It does not repeat the rest, which may be personal. */
export const AddressNote = ({ isRead = () => false, isPlaceMissing = false }: AddressNoteProps) => {
  const [params] = useSearchParams()
  if (!isPlaceMissing && [...params].every(([name, value]) => value === '' || isRead(name, value))) return null
  return (
    <Notice tone="info" isRow role="note" className="cs-screen">
      <p>Part of the address was ignored: this page cannot read it.</p>
    </Notice>
  )
}
