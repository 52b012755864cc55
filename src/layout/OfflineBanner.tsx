import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says so while the machine has no network (D-190). */
export const OfflineBanner = () => {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="cs-offline" hidden={online}>
      {online ? null : 'You are offline. What you see may be old, and nothing can be changed.'}
    </output>
  )
}
