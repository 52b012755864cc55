import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import { definitions } from '../schemas/index.ts'
import type { AnyDefinition } from '../schemas/meta/defineResource.ts'
import type { SessionKeeper } from './auth/createSessionKeeper.ts'
import { permissionFor } from './auth/permissionFor.ts'
import { laterPage } from './laterPage.tsx'
import { listPathOf } from '../resources/paths.ts'
import type { ResourcePages } from './resourceRoutes.tsx'

const listChunk = () => import('../resources/list/chunk.ts')

const { Page: list, preload: loadList } = laterPage(async () => (await listChunk()).ListPage)
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

interface Readers {
  readonly keeper: SessionKeeper
  readonly client: QueryClient
  readonly provider: DataProvider
}

/** The records too, once it is known who is signed in. */
async function prefetchRecords(definition: AnyDefinition, query: string, { keeper, client, provider }: Readers) {
  const [session, { prefetchList }] = await Promise.all([keeper.current(), listChunk()])
  const permission = permissionFor([definition], definition.name, 'list')
  if (permission !== null && session?.permissions.includes(permission) === true) {
    await prefetchList(definition, query, { client, provider })
  }
}

const isRecordOf = ({ recordPath }: AnyDefinition, pathname: string): boolean =>
  recordPath !== undefined && pathname.startsWith(recordPath.replace('{id}', ''))

/**
 * Starts what an address needs at once, beside the question who is signed in: its chunk, and the records of a list.
 * What fails here is asked for again, and then reported, by the page that needs it.
 */
export const preloadFor = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>, readers: Readers): void => {
  const definition = definitions.find((one) => listPathOf(one) === pathname)
  if (definition !== undefined) {
    Promise.all([loadList(), prefetchRecords(definition, search, readers)]).catch(() => null)
  } else if (definitions.some((one) => isRecordOf(one, pathname))) loadShow().catch(() => null)
}
