import { forwardRef, useCallback } from 'react'
import { reactRouterProvider } from 'react-admin'
import type { RouterLinkProps, RouterNavigateFunction, RouterProvider, RouterTo } from 'react-admin'
import { installedConsole } from '../console/installedConsole.tsx'
import { listPathOf, recordPathOf } from '../console/paths.ts'

/** react-admin's address of a page (`/books/7/show`) as the console spells it (`/book/7`). */
export function consolePathOf(path: string): string {
  const [, name = '', id, rest = ''] = /^\/([A-Za-z]+)(?:\/([^/?#]+))?(?:\/show)?(.*)$/s.exec(path) ?? []
  const definition = installedConsole().model.definitions.find((one) => one.name === name)
  if (definition?.kind !== 'list') return path
  if (id === undefined || id === 'create') return listPathOf(definition) + rest
  return recordPathOf(definition, decodeURIComponent(id)) ?? listPathOf(definition)
}

const placeOf = (to: RouterTo): RouterTo => {
  if (typeof to === 'string') return consolePathOf(to)
  return to.pathname === undefined ? to : { ...to, pathname: consolePathOf(to.pathname) }
}

const Link = forwardRef<HTMLAnchorElement, RouterLinkProps>(({ to, ...rest }, ref) => (
  <reactRouterProvider.Link ref={ref} to={placeOf(to)} {...rest} />
))
Link.displayName = 'Link'

const useNavigate = (): RouterNavigateFunction => {
  const navigate = reactRouterProvider.useNavigate()
  return useCallback((to, options) => navigate(typeof to === 'number' ? to : placeOf(to), options), [navigate])
}

/** react-admin's way to the router: every link and redirect of its components leads to the console's addresses. */
export const consoleRouter: RouterProvider = { ...reactRouterProvider, Link, useNavigate }
