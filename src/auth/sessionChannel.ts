import type { EndReason } from './types.ts'

/** What the tabs of one browser tell each other. `mark` names the session that is meant. */
export type SessionEvent =
  | { readonly type: 'started' }
  /** A sign-in window goes to the identity provider. */
  | { readonly type: 'leaving' }
  | { readonly type: 'ended'; readonly mark: string; readonly reason: EndReason }
  | { readonly type: 'extended'; readonly mark: string; readonly idleExpiresAt: number }

/** Sends news to the other tabs and hears theirs. */
export interface SessionChannel {
  readonly tell: (sessionEvent: SessionEvent) => void
  readonly listen: (listener: (sessionEvent: SessionEvent) => void) => () => void
}

/** The name all tabs of the console share. */
const channelName = 'countersign-session'

const isNews = (value: unknown): value is SessionEvent => {
  if (typeof value !== 'object' || value === null) return false
  const sessionEvent = value as Readonly<Record<string, unknown>>
  if (sessionEvent['type'] === 'started' || sessionEvent['type'] === 'leaving') return true
  if (typeof sessionEvent['mark'] !== 'string') return false
  if (sessionEvent['type'] === 'ended')
    return sessionEvent['reason'] === 'signedOut' || sessionEvent['reason'] === 'expired'
  return sessionEvent['type'] === 'extended' && typeof sessionEvent['idleExpiresAt'] === 'number'
}

/** Opens the channel between the tabs. It stays open as long as the page. */
export const openSessionChannel = (): SessionChannel => {
  const channel = new BroadcastChannel(channelName)
  return {
    tell: (sessionEvent) => channel.postMessage(sessionEvent),
    listen: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isNews(data)) listener(data)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}
