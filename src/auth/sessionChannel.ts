import type { EndReason } from './types.ts'

/** What the tabs of one browser tell each other. `mark` names the session that is meant. */
export type SessionNews =
  | { readonly type: 'started' }
  /** A sign-in window goes to the identity provider. */
  | { readonly type: 'leaving' }
  | { readonly type: 'ended'; readonly mark: string; readonly reason: EndReason }
  | { readonly type: 'extended'; readonly mark: string; readonly idleExpiresAt: number }

/** Sends news to the other tabs and hears theirs. */
export interface SessionChannel {
  readonly tell: (news: SessionNews) => void
  readonly hear: (listener: (news: SessionNews) => void) => () => void
}

/** The name all tabs of the console share. */
const channelName = 'countersign-session'

const isNews = (value: unknown): value is SessionNews => {
  if (typeof value !== 'object' || value === null) return false
  const news = value as Readonly<Record<string, unknown>>
  if (news['type'] === 'started' || news['type'] === 'leaving') return true
  if (typeof news['mark'] !== 'string') return false
  if (news['type'] === 'ended') return news['reason'] === 'signedOut' || news['reason'] === 'expired'
  return news['type'] === 'extended' && typeof news['idleExpiresAt'] === 'number'
}

/** Opens the channel between the tabs. It stays open as long as the page. */
export const openSessionChannel = (): SessionChannel => {
  const channel = new BroadcastChannel(channelName)
  return {
    tell: (news) => channel.postMessage(news),
    hear: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isNews(data)) listener(data)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}
