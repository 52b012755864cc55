import { homePath } from '../model/consoleModel.ts'
import type { ChangeOutcome } from './createChangeTracker.ts'

/** The pages of signing in and out, as routes take their addresses. */
const outside = /^\/*(login|signout|auth\/callback)?\/*$/i

/** True for one of them, and for an address that can't be decoded. */
function isOutside(path: string): boolean {
  try {
    return outside.test(decodeURI(path))
  } catch {
    return true
  }
}

// Control characters and backslashes make browsers read a path as another origin.
const hostile = /[\p{Cc}\\]/u

/**
 * The page to open after sign-in, if it is a path on this origin. It must start with one slash, have no scheme, host,
 * backslash or control character, be at most 512 characters long, and not be a sign-in page (D-7). Otherwise null.
 */
export const safeNext = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > 512 || !/^\/(?!\/)/.test(value) || hostile.test(value)) return null
  const base = 'https://console.invalid'
  if (!URL.canParse(value, base)) return null
  const url = new URL(value, base)
  if (url.origin !== base || isOutside(url.pathname) || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** The login page's address, with the page to open afterwards. */
export const loginPath = (wanted: string): string => {
  const next = safeNext(wanted)
  return next === null || next === homePath() ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

/** The last page of the sign-in window, where it closes itself. */
export const signedInPath = '/signed-in'

/** The first page of a fresh sign-in's window. */
export const confirmPath = '/confirm-sign-in'

/** The first page of the window in which a person signs in after the session has ended. */
export const signInPath = `/login?next=${encodeURIComponent(signedInPath)}`

/**
 * Opens the sign-in in a separate window, so that this tab keeps its memory. Call it from a user gesture, or the
 * browser blocks it. Returns `null` if the browser blocks it anyway. The window's `closed` is reliable until it goes to
 * the identity provider. After that the browser isolates the two and `closed` is always true.
 */
export const openSignInWindow = (address: string): Window | null =>
  window.open(address, 'countersign-sign-in', 'popup,width=480,height=720')

/**
 * What the end of the session means for the person's work, and only if it is certain. `hasTyped`: there are typed
 * values that were not sent. Empty if there is nothing to say.
 */
export const sessionEndMessage = (fate: ChangeOutcome, hasTyped: boolean): string => {
  if (fate === 'unknown')
    return 'A change had not been answered yet: it is not known whether it was made. Before you repeat it, look at its record.'
  if (fate === 'refused') return 'Nothing was changed.'
  return hasTyped ? 'Nothing was sent.' : ''
}
