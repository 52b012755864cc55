import { useCallback, useEffect, useRef, useState } from 'react'
import type { RouterProvider } from 'ra-core'
import {
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  UNSAFE_createBrowserHistory,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
} from 'react-router-dom'
import { once } from '../../language/once.ts'
import { createGuardedHistory, type StoppedMove } from './guardedHistory.ts'

export const consoleHistory = once(() => createGuardedHistory(UNSAFE_createBrowserHistory({ v5Compat: true })))

/** Like react-router's `useNavigate`, but the same function at every render, so that no component draws again for it. */
const useStableNavigate: RouterProvider['useNavigate'] = () => {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  }, [navigate])
  return useCallback((to, options) => {
    void (typeof to === 'number' ? latest.current(to) : latest.current(to, options))
  }, [])
}

const useBlocker: RouterProvider['useBlocker'] = (test) => {
  const [stopped, setStopped] = useState<StoppedMove>()
  useEffect(() => {
    const blocks = typeof test === 'boolean' ? () => test : test
    return consoleHistory().guard({ blocks, onStopped: setStopped })
  }, [test])
  if (stopped === undefined) {
    return { state: 'unblocked', location: undefined, proceed: undefined, reset: undefined }
  }
  const { location, proceed } = stopped
  const reset = () => setStopped(undefined)
  const proceedOnce = () => {
    reset()
    proceed()
  }
  return { state: 'blocked', location, proceed: proceedOnce, reset }
}

/**
 * react-admin's router adapter for react-router, without the data router, which is most of react-router's code and
 * which the console does not use. The build puts it in place of react-admin's adapter of the same name.
 */
export const reactRouterProvider: RouterProvider = {
  useNavigate: useStableNavigate,
  useLocation,
  useParams: useParams as RouterProvider['useParams'],
  useBlocker,
  useMatch,
  useInRouterContext,
  useCanBlock: () => true,
  Link,
  Navigate,
  Route: Route as RouterProvider['Route'],
  Routes,
  Outlet,
  RouterWrapper: ({ children }) => children,
  matchPath,
}
