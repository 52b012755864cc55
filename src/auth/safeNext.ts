import { homePath } from '../console/installedConsole.tsx'

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
