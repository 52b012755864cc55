import { cleanup, configure } from '@testing-library/react'
import { beforeAll } from 'vitest'

// What is waited for comes, also on a busy machine, or the test fails.
configure({ asyncUtilTimeout: 8000 })

/** The files of a worker share one document: each begins with an empty one and with nothing stored. */
beforeAll(() => {
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
