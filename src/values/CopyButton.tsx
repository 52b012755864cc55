import { useNotify } from 'ra-core'
import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

const MARKED_MS = 2000

interface CopyButtonProps {
  readonly text: string
  readonly label: string
}

/** Copies an identifier. It confirms briefly, and reports it when the browser refuses. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const [copies, setCopies] = useState(0)
  const notify = useNotify()
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), MARKED_MS)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopies((count) => count + 1)
    } catch {
      const message = `${label} could not be copied: the browser does not allow it.`
      notify(message, { type: 'error' })
    }
  }
  return (
    <>
      <Button
        look="icon"
        className="cs-copy"
        aria-label={`Copy ${label}`}
        title={`Copy ${label}`}
        onClick={() => void copy()}
      >
        <Icon name={copies === 0 ? 'copy' : 'check'} />
      </Button>
      <output className="cs-visually-hidden">{copies > 0 && `${label} copied`}</output>
    </>
  )
}
