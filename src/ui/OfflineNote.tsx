import { useSyncExternalStore } from 'react'
import { Notice } from './Notice.tsx'

const events = ['online', 'offline'] as const

const subscribe = (listener: () => void) => {
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

/** True while the browser is online. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/**
 * Says where something is sent, above its fields, that nothing can be while the machine is offline (D-190). The controls
 * stay as they are: twenty disabled buttons would each need this reason, and what is pressed all the same is not sent
 * and keeps what was typed.
 */
export const OfflineNote = () => {
  const isOnline = useIsOnline()
  return (
    <output className="cs-offline-note">
      {!isOnline && <Notice tone="warning">You are offline. Nothing can be sent until you are back.</Notice>}
    </output>
  )
}
