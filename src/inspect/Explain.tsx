import { useEffect, useState } from 'react'
import { ExplainPanel } from './ExplainPanel.tsx'
import { watchRequests } from './lastRequests.ts'
import { placeAt, type Place } from './placeAt.ts'

/** The key that explains what has the focus. No field types it, and browsers have no use for it. */
const KEY = 'F8'

/** Listens for the key and for Alt-click on anything that is drawn from a definition, and explains it in a drawer. */
export const Explain = () => {
  const [place, setPlace] = useState<Place>()
  useEffect(() => {
    watchRequests()
    const open = (event: Event, element: unknown): void => {
      const found = element instanceof Element ? placeAt(element) : undefined
      if (found === undefined) return
      // Nothing else answers: an explanation presses no button.
      event.preventDefault()
      event.stopImmediatePropagation()
      setPlace(found)
    }
    const click = (event: MouseEvent): void => {
      if (event.altKey) open(event, event.target)
    }
    const press = (event: KeyboardEvent): void => {
      if (event.key === KEY) open(event, document.activeElement)
    }
    document.addEventListener('click', click, true)
    document.addEventListener('keydown', press, true)
    return () => {
      document.removeEventListener('click', click, true)
      document.removeEventListener('keydown', press, true)
    }
  }, [])
  return place === undefined ? null : <ExplainPanel place={place} onClose={() => setPlace(undefined)} />
}
