import { homePath } from '../model/consoleModel.ts'
import type { ChangeOutcome } from './createSessionFetch.ts'

const outside = new Set(['/', '/login', '/auth/callback', '/signout'])
// Control characters and backslashes make browsers read a path as another origin.
const hostile = /[\p{Cc}\\]/u

/**
 * The wanted page after sign-in, when it is a path on this origin: starts with one slash, has no scheme, host,
 * backslash or control character, is at most 512 long and is not a page of the sign-in itself (D-7). Otherwise null.
 */
export const safeNext = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > 512 || !/^\/(?!\/)/.test(value) || hostile.test(value)) return null
  const base = 'https://console.invalid'
  if (!URL.canParse(value, base)) return null
  const url = new URL(value, base)
  if (url.origin !== base || outside.has(url.pathname) || url.pathname.startsWith('//')) return null
  return url.pathname + url.search
}

/** The login page's address that remembers the wanted page. */
export const loginPath = (wanted: string): string => {
  const next = safeNext(wanted)
  return next === null || next === homePath() ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

/** Where the sign-in window ends up: it closes itself there. */
export const signedInPath = '/signed-in'

const address = `/login?next=${encodeURIComponent(signedInPath)}`

/**
 * Opens the sign-in beside this tab, whose memory is thereby kept. Call it from the person's own press, or the browser
 * refuses; `null` when it does all the same. The window can be asked whether it is closed until it leaves for the
 * identity provider; from then on the browser keeps the two apart and always says that it is.
 */
export const openSignInWindow = (): Window | null =>
  window.open(address, 'countersign-sign-in', 'popup,width=480,height=720')

/**
 * What the end of the session means for what the person was doing, and only what is true: `hasTyped` when there is
 * something that has not been sent. Empty when there is nothing to say.
 */
export const sessionEndMessage = (fate: ChangeOutcome, hasTyped: boolean): string => {
  if (fate === 'unknown')
    return 'A change had not been answered yet: it is not known whether it was made. Look again before you repeat it.'
  if (fate === 'refused') return 'Nothing was changed.'
  return hasTyped ? 'Nothing was sent.' : ''
}
