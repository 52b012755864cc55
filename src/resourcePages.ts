import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import { FORMS_PART, partName } from '../dataProvider/validators/partOf.ts'
import type { ListResource, Resource } from '../language/resource.ts'
import type { SessionManager } from './auth/createSessionManager.ts'
import { permissionFor } from './data/permissions.ts'
import { preloadDialogs } from './actions/FlowDialogs.tsx'
import { preloadIdleDialog } from './layout/IdleWarning.tsx'
import { lazyComponent, lazyPage } from './ui/lazyComponent.tsx'
import { validators } from './data/validators.ts'
import { loadRecordParts } from './console/installedConsole.tsx'
import { consoleModel, listPathOf } from './model/consoleModel.ts'
import type { ConsolePages } from './resourceRoutes.tsx'

const loadListEntry = () => import('./list/entry.ts')

const list = lazyPage(async () => (await loadListEntry()).ListPage, true)
const loadShowEntry = () => import('./show/entry.ts')

const show = lazyPage(async () => (await Promise.all([loadShowEntry(), loadRecordParts()]))[0].ShowPage, true)

const form = lazyPage(async () => (await import('./TitledFormPage.tsx')).TitledFormPage)

const loadRarePages = () => import('./pages/entry.ts')

/** The pages of every console that most visits do not show, in one chunk. */
export const rarePages = {
  Login: lazyPage(async () => (await loadRarePages()).Login),
  Callback: lazyPage(async () => (await loadRarePages()).Callback),
  SignedIn: lazyPage(async () => (await loadRarePages()).SignedIn),
  SignOut: lazyPage(async () => (await loadRarePages()).SignOut),
  ConfirmSignIn: lazyPage(async () => (await loadRarePages()).ConfirmSignIn),
  ForgotPassword: lazyPage(async () => (await loadRarePages()).ForgotPassword),
  Settings: lazyPage(async () => (await loadRarePages()).Settings),
}

/** The question for a fresh sign-in, above the page. */
export const StepUpDialog = lazyComponent(async () => (await loadRarePages()).StepUpDialog, null)

const loadAdministration = () => import('./administration/entry.ts')

/** The pages about access, sessions and the audit trail. */
export const AccessPage = lazyPage(async () => (await loadAdministration()).AccessPage)
export const AuditPage = lazyPage(async () => (await loadAdministration()).AuditPage)
export const SessionsPage = lazyPage(async () => (await loadAdministration()).SessionsPage)

const loadInspection = () => import('./inspect/entry.ts')

/** For the few people who may see what the console says about itself: drift, and explanations of what is drawn. */
export const DriftPage = lazyPage(async () => (await loadInspection()).DriftPage)
export const Explain = lazyComponent(async () => (await loadInspection()).Explain, null)

const loadApprovals = () => import('./approvals/entry.ts')

/** For people who take part in approvals, where the gateway asks for them. */
export const ApprovalsPage = lazyPage(async () => (await loadApprovals()).ApprovalsPage)
export const WaitingCount = lazyComponent(async () => (await loadApprovals()).WaitingCount, null)

const preloadRarePages = () => Promise.all(Object.values(rarePages).map(({ preload }) => preload()))

/** The generic pages, each in its own chunk. */
export const pages: ConsolePages = { list, show, form }

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 200)

/** How long the current page has the network to itself if it reads nothing, in ms. */
const FIRST_PAGE_MS = 2000

/** Calls back once the current page has its data, so that prefetching does not delay it. */
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

/** How long the code of other pages waits, so that the current screen and its next page load first, in ms. */
const REST_MS = 1000

/** The font for other languages. It causes a new layout when it arrives, so it loads after the first rows. */
const loadExtendedFont = () => import('./theme/fontsExtended.css')

/**
 * Prefetches the generic pages' chunks when idle, so that the first click does not wait for code.
 *
 * @param whenLoading called as that begins
 */
export const prefetchPages = (client: QueryClient, whenLoading: () => void): void => {
  // If a chunk fails to load here, the page that needs it loads it again and reports a failure.
  const load = () => {
    whenLoading()
    void Promise.all([
      loadExtendedFont(),
      list.preload(),
      show.preload(),
      form.preload(),
      preloadDialogs(),
      preloadIdleDialog(),
      preloadRarePages(),
      validators.preloadAll(),
    ]).catch(() => null)
  }
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

/** True if this environment can serve a list. If not, the page itself says so. */
async function isServed({ name }: Resource, sessionManager: SessionManager): Promise<boolean> {
  const session = await sessionManager.current()
  return session?.notConfigured.includes(`${name}.list`) !== true
}

/** Prefetches the records of a list, once the session is known. */
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

/** Decodes a part of an address. `undefined` if it is malformed, because people can type addresses by hand. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The record that an address names, or `undefined` if it names none. */
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

/** Loads the code that a record's page and its actions need. */
const loadRecordCode = ({ definition }: RecordPlace) =>
  Promise.all([show.preload(), validators.preload(partName(definition, 'record'))])

/** @param how `prefetchDetail` before the person has gone to the record, `loadDetail` for the address that they are at */
async function loadRecord(
  { definition, id }: RecordPlace,
  { sessionManager, client, provider }: Readers,
  how: 'prefetchDetail' | 'loadDetail',
) {
  const [may, entry] = await Promise.all([mayRead(definition, 'show', sessionManager), loadShowEntry()])
  if (may) await entry[how](definition, id, { client, provider })
}

const isFormPage = (pathname: string): boolean =>
  consoleModel().screens.some((screen) => 'groups' in screen && screen.path === pathname)

const isListAt = (definition: Resource, pathname: string): definition is ListResource =>
  definition.kind === 'list' &&
  (listPathOf(definition) === pathname || definition.aliases.some((alias) => alias === pathname))

/**
 * Starts loading what an address needs, in parallel with the session: its chunk, and its records. If something fails
 * here, the page that needs it loads it again and reports a failure.
 */
export const preloadFor = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>, readers: Readers): void => {
  const definition = consoleModel().definitions.find((one) => isListAt(one, pathname))
  const record = recordAt(pathname)
  if (definition !== undefined) {
    const listCode = [list.preload(), validators.preload(partName(definition, 'list'))]
    Promise.all([...listCode, prefetchRecords(definition, search, readers)]).catch(() => null)
    // Once the rows are there, the code for their actions is prefetched first.
    const loadActions = () => void validators.preload(partName(definition, 'record')).catch(() => null)
    whenRead(readers.client, () => whenIdle(loadActions))
  } else if (record !== undefined) {
    Promise.all([loadRecordCode(record), loadRecord(record, readers, 'loadDetail')]).catch(() => null)
  } else if (isFormPage(pathname)) Promise.all([form.preload(), validators.preload(FORMS_PART)]).catch(() => null)
  else preloadRarePages().catch(() => null)
}

/** The record that the event's link leads to, if any. */
function recordLinked({ target }: Event): RecordPlace | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  return link === null || link.origin !== window.location.origin ? undefined : recordAt(link.pathname)
}

/**
 * Prefetches for any link to a record. Pointing at a link or focusing it loads the code. Only pressing it loads the
 * record, because reading a person's record is an access.
 */
export const watchRecordLinks = (readers: Readers): void => {
  const loadCode = (event: Event) => {
    const record = recordLinked(event)
    if (record !== undefined) loadRecordCode(record).catch(() => null)
  }
  const readAhead = (event: PointerEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const record = recordLinked(event)
    if (record !== undefined) loadRecord(record, readers, 'prefetchDetail').catch(() => null)
  }
  document.addEventListener('pointerover', loadCode, { passive: true })
  document.addEventListener('focusin', loadCode)
  document.addEventListener('pointerdown', readAhead, { passive: true })
}
