import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import { FORMS_PART, partName } from '../dataProvider/validators/partOf.ts'
import type { ListResource, Resource } from '../language/resource.ts'
import type { SessionManager } from './auth/createSessionManager.ts'
import { permissionFor } from './data/permissions.ts'
import { lazyPage } from './ui/lazyComponent.tsx'
import { validators } from './data/validators.ts'
import { loadRecordParts } from './console/installedConsole.tsx'
import { consoleModel, listPathOf } from './model/consoleModel.ts'
import type { ConsolePages } from './App.tsx'

const loadListEntry = () => import('./list/entry.ts')

const list = lazyPage(async () => (await loadListEntry()).ListPage)
const loadShowEntry = () => import('./show/entry.ts')

const show = lazyPage(async () => (await Promise.all([loadShowEntry(), loadRecordParts()]))[0].ShowPage)

const form = lazyPage(async () => (await import('./form/FormPage.tsx')).FormPage)

/** The generic pages, each a chunk of its own. */
export const pages: ConsolePages = { list, show, form }

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 200)

/** How long the page that is looked at keeps the line for itself when it reads nothing, in ms. */
const FIRST_PAGE_MS = 2000

/** Calls back once the page that is looked at has what it asked for: what it shows comes before what may come next. */
function whenRead(client: QueryClient, work: () => void): void {
  const isAnswered = () =>
    client
      .getQueryCache()
      .getAll()
      .some(({ queryKey, options, state }) => {
        return queryKey[0] !== 'auth' && options.queryFn !== undefined && state.dataUpdatedAt > 0
      })
  const finish = () => {
    clearTimeout(timer)
    unsubscribe()
    work()
  }
  const timer = setTimeout(finish, FIRST_PAGE_MS)
  const unsubscribe = client.getQueryCache().subscribe(() => {
    if (client.isFetching() === 0 && isAnswered()) finish()
  })
}

/** How long what is on screen and its next page go before the code of other pages, in ms. */
const REST_MS = 1000

/** The letters of other languages lay the page out again when they arrive: after the first rows are there. */
const loadExtendedFont = () => import('./theme/fontsExtended.css')

/** Fetches their chunks while nothing else is to do, so that the first click does not wait for code. */
export const prefetchPages = (client: QueryClient): void => {
  // A chunk that does not come now is asked for again, and then reported, by the page that needs it.
  const load = () =>
    void Promise.all([
      loadExtendedFont(),
      list.preload(),
      show.preload(),
      form.preload(),
      validators.preloadAll(),
    ]).catch(() => null)
  whenRead(client, () => setTimeout(() => whenIdle(load), REST_MS))
}

interface Readers {
  readonly sessionManager: SessionManager
  readonly client: QueryClient
  readonly provider: DataProvider
}

async function mayRead(
  definition: ListResource,
  page: 'list' | 'show',
  sessionManager: SessionManager,
): Promise<boolean> {
  const session = await sessionManager.current()
  const permission = permissionFor([definition], definition.name, page)
  return permission !== null && session?.permissions.includes(permission) === true
}

/** Whether this environment can serve a list; the page itself says where it cannot. */
async function isServed({ name }: Resource, sessionManager: SessionManager): Promise<boolean> {
  const session = await sessionManager.current()
  return session?.notConfigured.includes(`${name}.list`) !== true
}

/** The records too, once it is known who is signed in. */
async function prefetchRecords(definition: ListResource, query: string, { sessionManager, client, provider }: Readers) {
  const [may, served, { prefetchList }] = await Promise.all([
    mayRead(definition, 'list', sessionManager),
    isServed(definition, sessionManager),
    loadListEntry(),
  ])
  if (may && served) await prefetchList(definition, query, { client, provider })
}

interface RecordPlace {
  readonly definition: ListResource
  readonly id: string
}

/** Addresses may be typed by hand: one that is not well formed names nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The record that an address names, if it names one. */
function recordAt(pathname: string): RecordPlace | undefined {
  for (const definition of consoleModel().definitions) {
    if (definition.kind !== 'list') continue
    const [before, after = ''] = definition.recordPath?.split('{id}') ?? []
    if (before === undefined || !pathname.startsWith(before) || !pathname.endsWith(after)) continue
    const step = pathname.slice(before.length, pathname.length - after.length)
    const id = step.includes('/') ? undefined : decoded(step)
    if (id !== undefined && id !== '') return { definition, id }
  }
  return undefined
}

/** The code that a record's page and its actions need. */
const loadRecordCode = ({ definition }: RecordPlace) =>
  Promise.all([show.preload(), validators.preload(partName(definition, 'record'))])

async function prefetchRecord({ definition, id }: RecordPlace, { sessionManager, client, provider }: Readers) {
  const [may, { prefetchDetail }] = await Promise.all([mayRead(definition, 'show', sessionManager), loadShowEntry()])
  if (may) await prefetchDetail(definition, id, { client, provider })
}

const isFormPage = (pathname: string): boolean =>
  consoleModel().screens.some((screen) => 'groups' in screen && screen.path === pathname)

const isListAt = (definition: Resource, pathname: string): definition is ListResource =>
  definition.kind === 'list' &&
  (listPathOf(definition) === pathname || definition.aliases.some((alias) => alias === pathname))

/**
 * Starts what an address needs at once, beside the question who is signed in: its chunk, and the records of a list.
 * What fails here is asked for again, and then reported, by the page that needs it.
 */
export const preloadFor = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>, readers: Readers): void => {
  const definition = consoleModel().definitions.find((one) => isListAt(one, pathname))
  const record = recordAt(pathname)
  if (definition !== undefined) {
    const listCode = [list.preload(), validators.preload(partName(definition, 'list'))]
    Promise.all([...listCode, prefetchRecords(definition, search, readers)]).catch(() => null)
    // The actions on its rows come first among what is fetched once the rows are there.
    const loadActions = () => void validators.preload(partName(definition, 'record')).catch(() => null)
    whenRead(readers.client, () => whenIdle(loadActions))
  } else if (record !== undefined) {
    Promise.all([loadRecordCode(record), prefetchRecord(record, readers)]).catch(() => null)
  } else if (isFormPage(pathname)) Promise.all([form.preload(), validators.preload(FORMS_PART)]).catch(() => null)
}

/** The record that a link under the pointer or the focus leads to. */
function recordLinked({ target }: Event): RecordPlace | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  return link === null || link.origin !== window.location.origin ? undefined : recordAt(link.pathname)
}

/**
 * Fetches ahead for links to records, whoever draws them: the code when one is pointed at or focused; the record itself
 * only when one is pressed, because reading a customer's record is an access.
 */
export const watchRecordLinks = (readers: Readers): void => {
  const loadCode = (event: Event) => {
    const record = recordLinked(event)
    if (record !== undefined) loadRecordCode(record).catch(() => null)
  }
  const readAhead = (event: PointerEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const record = recordLinked(event)
    if (record !== undefined) prefetchRecord(record, readers).catch(() => null)
  }
  document.addEventListener('pointerover', loadCode, { passive: true })
  document.addEventListener('focusin', loadCode)
  document.addEventListener('pointerdown', readAhead, { passive: true })
}
