import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterAll, beforeAll, vi } from 'vitest'
import { preloadDialogs } from '../../src/actions/FlowDialogs.tsx'

/** The failure of a query. A query that waits fails many times; the document is printed once the message is read. */
function queryError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, queryError)
  const text = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { get: text, configurable: true })
}

// What is waited for comes, also on a busy machine, or the test fails.
configure({ asyncUtilTimeout: 8000, getElementError: queryError })

/**
 * React's development build records a call stack for each element, for its own tools: a sixth of what these tests cost.
 * It stops after so many of them.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('This React counts its stacks elsewhere: find where, or remove this')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} })

declare global {
  interface Window {
    readonly happyDOM: { setURL(url: string): void }
  }
}

// The document of the tests has no layer above the page.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined })

/** Queries by role ask for the style of each element. Without a style sheet, its own style is all there is. */
const styleWithSheets = globalThis.getComputedStyle
globalThis.getComputedStyle = (element, part) =>
  element instanceof HTMLElement && document.head.childElementCount === 0
    ? element.style
    : styleWithSheets(element, part)

/** The files of a worker share one document: each begins with an empty one, at one address, and with nothing stored. */
beforeAll(() => {
  window.happyDOM.setURL('http://localhost:3000/')
  window.history.replaceState(null, '')
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})

/** Each leaves real time, and nothing on the page that is still to be drawn: after the last one there is no document. */
afterAll(async () => {
  vi.useRealTimers()
  cleanup()
  await new Promise((resolve) => setImmediate(resolve))
})

// As some time after a page is on screen: the first dialog opens at once.
beforeAll(preloadDialogs)
