import 'virtual:tokens.css'
import './theme/fonts.css'
import './theme/global.css'
import './ui/button.css'
import './ui/field.css'
import './ui/notice.css'
import './ui/menu.css'
import './layout/layout.css'
import './ui/toasts.css'
import './pages/pages.css'
import { createRoot } from 'react-dom/client'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom'
import { createDataProvider } from '../dataProvider/createDataProvider.ts'
import type { PostForm } from '../dataProvider/postForm.ts'
import { App } from './App.tsx'
import { createCallGateway } from './auth/callGateway.ts'
import { createAuthProvider } from './auth/createAuthProvider.ts'
import { createSessionFetch } from './auth/createSessionFetch.ts'
import { createSessionManager } from './auth/createSessionManager.ts'
import { openSessionChannel } from './auth/createSessionStore.ts'
import { seedPermissions, watchDrafts, createConsoleQueryClient } from './sessionEffects.ts'
import { Boot, loadConfig } from './Boot.tsx'
import { installConsole, type ConsoleParts } from './console/installedConsole.tsx'
import { draftsIn } from './data/drafts.ts'
import { ExceptionPage } from './layout/ExceptionPage.tsx'
import { PlainLayout } from './layout/PlainLayout.tsx'
import { consoleHistory } from './router/reactRouterProvider.tsx'
import { createPreferenceStore } from './theme/createPreferenceStore.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { pages, preloadFor, watchRecordLinks } from './resourcePages.ts'
import { withVerbs } from './reactAdmin/withVerbs.ts'
import { validators } from './data/validators.ts'

const storage = (): Storage | null => {
  try {
    return window.localStorage
  } catch {
    // The browser's settings forbid storage. Choices then last as long as the page.
    return null
  }
}

/** Its code comes with the first file that is sent. */
const postForm: PostForm = async (...form) => (await import('../dataProvider/postForm.ts')).postForm(...form)

/** The requests that the browser keeps until an explanation asks for the last one of a call. */
const MOST_REQUESTS = 2000

/** Starts a console in this page. The console's browser entry calls it once. */
export function startConsole({ model, extensions }: ConsoleParts): void {
  // From its sources the console loads more files than a browser keeps requests of, so that those of its calls were lost.
  performance.setResourceTimingBufferSize(MOST_REQUESTS)
  installConsole({ model, extensions })
  const { definitions } = model
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element #root')
  const fetcher = window.fetch.bind(window)
  const call = createCallGateway(fetcher)
  const sessionManager = createSessionManager(call, openSessionChannel())
  const authProvider = createAuthProvider(call, sessionManager, definitions, () => window.location.search)
  const store = createPreferenceStore(storage())
  const queryClient = createConsoleQueryClient()
  const provider = createDataProvider({
    definitions,
    ...(extensions.methods && { methods: extensions.methods }),
    validators: validators.find,
    fetch: createSessionFetch(sessionManager, fetcher),
    postForm: createSessionFetch(sessionManager, postForm),
  })
  const onChange = (resources: readonly string[]) => {
    for (const resource of resources) void queryClient.invalidateQueries({ queryKey: [resource] })
  }
  const dataProvider = withVerbs({ provider, definitions, onChange })
  // Subscribe before the first render: components that unmount with the session ask whether it is over.
  seedPermissions(sessionManager, queryClient)
  watchDrafts(sessionManager, draftsIn(queryClient), () => window.location.reload())
  // The callback loads the session itself, after the sign-in is complete. A failure becomes the state 'failed'.
  const isCallback = window.location.pathname === '/auth/callback'
  const session = isCallback ? null : sessionManager.load().catch(() => null)
  // The console is drawn once, for the person who is signed in, and not first for a session to come.
  const config = Promise.all([loadConfig(call), session]).then(([loaded]) => loaded)
  const readers = { sessionManager, client: queryClient, provider: dataProvider }
  preloadFor(window.location, readers)
  watchRecordLinks(readers)
  const app = <App {...{ queryClient, store, dataProvider, pages }} />
  const failed = (
    <PlainLayout>
      <ExceptionPage code={500} />
    </PlainLayout>
  )
  createRoot(root).render(
    <Boot {...{ config, call, sessionManager, authProvider }}>
      <HistoryRouter history={consoleHistory()}>
        <ErrorBoundary fallback={() => failed}>{app}</ErrorBoundary>
      </HistoryRouter>
    </Boot>,
  )
}
