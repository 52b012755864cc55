import { cleanup, configure } from '@testing-library/react'
import { beforeAll } from 'vitest'
import { preloadDialogs } from '../../src/actions/FlowDialogs.tsx'

// What is waited for comes, also on a busy machine, or the test fails.
configure({ asyncUtilTimeout: 8000 })

declare global {
  interface Window {
    readonly happyDOM: { setURL(url: string): void }
  }
}

// The document of the tests has no layer above the page.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined })

/** The files of a worker share one document: each begins with an empty one, at one address, and with nothing stored. */
beforeAll(() => {
  cleanup()
  window.happyDOM.setURL('http://localhost:3000/')
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})

// As some time after a page is on screen: the first dialog opens at once.
beforeAll(preloadDialogs)
