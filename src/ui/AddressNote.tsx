import { useSearchParams } from 'react-router-dom'
import { Notice } from './Notice.tsx'

/** Says that the page cannot read all parameters of its address. It does not repeat them: they may be personal. */
export const AddressNote = ({ isRead }: { readonly isRead: (parameter: string, value: string) => boolean }) => {
  const [params] = useSearchParams()
  if ([...params].every(([name, value]) => value === '' || isRead(name, value))) return null
  return (
    <Notice tone="info" isRow role="note">
      <p>Part of the address was ignored: this page cannot read it.</p>
    </Notice>
  )
}
