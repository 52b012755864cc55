import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'

/** As in a browser: an element's size is reported as soon as it is observed. */
class ObservedAtOnce {
  readonly #report: () => void
  constructor(report: () => void) {
    this.#report = report
  }
  observe() {
    queueMicrotask(this.#report)
  }
  disconnect() {}
}

beforeEach(muteExpectedErrors)
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', ObservedAtOnce)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const box = () => document.querySelector<HTMLElement>('.cs-list-scroller')

const makeScroll = () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(1600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
}

describe('the box around the records of a list', () => {
  it('can be reached by the keyboard, by its name, where cards scroll', async () => {
    makeScroll()
    const provider = stubProvider()
    provider.getList.mockResolvedValue({
      data: [{ id: 1, message: 'Settlement runs late' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    })
    renderPage('/alerts', { provider })
    expect(await screen.findByRole('region', { name: 'Alerts: records' })).toBe(box())
    expect(box()?.tabIndex).toBe(0)
  })

  it('is no stop on the way where the keys of a table scroll, or nothing does', async () => {
    for (const prepare of [() => {}, makeScroll]) {
      prepare()
      const { unmount } = renderPage('/accounts', { provider: stubProvider() })
      await screen.findByRole('link', { name: 'Mara Quill' })
      expect(screen.queryByRole('region', { name: 'Trading Accounts: records' })).toBeNull()
      expect(box()?.hasAttribute('tabindex')).toBe(false)
      unmount()
    }
  })
})
