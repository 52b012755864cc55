import { definitions } from '../schemas/index.ts'
import { laterPage } from './laterPage.tsx'
import { listPath } from './layout/menuEntries.ts'
import type { ResourcePages } from './resourceRoutes.tsx'

const { Page: list, preload: loadList } = laterPage(
  async () => (await import('../resources/list/ListPage.tsx')).ListPage,
)
const { Page: show, preload: loadShow } = laterPage(
  async () => (await import('../resources/show/ShowPage.tsx')).ShowPage,
)

/** The generic pages, each a chunk of its own. */
export const pages: ResourcePages = { list, show }

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 200)

/** Fetches both chunks while nothing else is to do, so that the first click does not wait for code. */
export const prefetchPages = (): void => {
  // A chunk that does not come now is asked for again, and then reported, by the page that needs it.
  whenIdle(() => void Promise.all([loadList(), loadShow()]).catch(() => null))
}

/** Starts the chunk that an address needs at once, beside the question who is signed in. */
export const preloadFor = (pathname: string): void => {
  const load = definitions.some((definition) => listPath(definition) === pathname)
    ? loadList
    : definitions.some(
          ({ recordPath }) => recordPath !== undefined && pathname.startsWith(recordPath.replace('{id}', '')),
        )
      ? loadShow
      : null
  // As above: a failure here shows where the page is drawn.
  load?.().catch(() => null)
}
