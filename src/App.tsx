import type { OwnPage } from '../language/check/addressRules.ts'
import { consoleModel } from './model/consoleModel.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { CoreAdminContext, ResourceDefinitionContextProvider, type DataProvider, type Store } from 'ra-core'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import type { ConsoleRoute } from './console/extensions.ts'
import { RequireSession } from './pages/RequireSession.tsx'
import { confirmPath, signedInPath } from './auth/signIn.ts'
import { clearOnSessionChange } from './sessionEffects.ts'
import { formPageRoutes, recordPageRoutes, resourceRoutes, type ConsolePages } from './resourceRoutes.tsx'
import { IdleWarning } from './layout/IdleWarning.tsx'
import { Layout } from './layout/Layout.tsx'
import { administration, menuEntries, type MenuEntry } from './layout/menuEntries.ts'
import { Toasts } from './ui/Toasts.tsx'
import { i18nProvider } from './data/messages.ts'
import { installedConsole } from './console/installedConsole.tsx'
import { ExceptionPage } from './layout/ExceptionPage.tsx'
import { PlainLayout } from './layout/PlainLayout.tsx'
import { useAppliedDensity, useAppliedKeys, useAppliedTheme } from './theme/preferences.ts'
import { reactRouterProvider } from './router/reactRouterProvider.tsx'
import { RefuseUndoable } from './reactAdmin/RefuseUndoable.tsx'
import { resourceDefinitions } from './reactAdmin/resourceDefinitions.ts'
import {
  AccessPage,
  ApprovalsPage,
  AuditPage,
  DriftPage,
  Explain,
  prefetchPages,
  rarePages,
  SessionsPage,
  StepUpDialog,
  WaitingCount,
} from './resourcePages.ts'
import type { Session } from './auth/session.ts'
import { useSession, useShell } from './auth/ShellContext.ts'
import { lazyComponent } from './ui/lazyComponent.tsx'

const { Callback, ConfirmSignIn, ForgotPassword, Login, Settings, SignedIn, SignOut } = rarePages

/** A page with every component of the kit, for development only. A build has neither its address nor its code. */
const KitPage = import.meta.env.DEV
  ? lazyComponent(async () => (await import('./kit/KitPage.tsx')).KitPage, null)
  : undefined

/** The problems of changed definitions, for development only. */
const DevProblems = import.meta.env.DEV
  ? lazyComponent(async () => (await import('./inspect/DevProblems.tsx')).DevProblems, null)
  : undefined

const approvalsEntry: MenuEntry = { label: 'Approvals', to: '/approvals', Count: WaitingCount }

/** True for a page of the console's own that the person may open. */
const mayOpen = ({ permission }: Pick<ConsoleRoute, 'permission'>, session: Session | null): boolean =>
  permission === undefined || session?.permissions.includes(permission) === true

const useMenu = () => {
  const session = useSession()
  const { screens } = consoleModel()
  const { menu, routes } = installedConsole()
  return useMemo(
    () => [
      ...(session?.approvalHours !== undefined ? [approvalsEntry] : []),
      ...routes.flatMap(({ path, menuLabel, ...own }) =>
        menuLabel !== undefined && mayOpen(own, session) ? [{ label: menuLabel, to: path }] : [],
      ),
      ...menuEntries(screens, session?.permissions ?? [], menu),
      ...(session === null ? [] : administration(session)),
    ],
    [screens, menu, routes, session],
  )
}

/** The layout of pages for everyone. Only signed-in people get the header (D-23). */
const FrameForEveryone = ({ menu }: { readonly menu: readonly MenuEntry[] }) =>
  useSession() === null ? (
    <PlainLayout>
      <Outlet />
    </PlainLayout>
  ) : (
    <Layout menu={menu} />
  )

const ownPages = (pages: Readonly<Partial<Record<OwnPage, ReactNode>>>) =>
  Object.entries(pages).map(([path, page]) => <Route key={path} path={path} element={page} />)

const Screens = ({ pages }: { readonly pages: ConsolePages }) => {
  const session = useSession()
  const menu = useMenu()
  const layout = <Layout menu={menu} />
  const { definitions, screens } = consoleModel()
  const { recordPages, routes } = installedConsole()
  const formPages = screens.filter((screen) => 'groups' in screen)
  const ownRoutes = (wanted: ConsoleRoute['access']) =>
    routes
      .filter(({ access }) => access === wanted)
      .map((own) => {
        const { path, Page, permission = '' } = own
        const page = mayOpen(own, session) ? <Page /> : <ExceptionPage code={403} permissions={[permission]} />
        return <Route key={path} path={path} element={page} />
      })
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/login" replace />} />
      {ownPages({ '/login': <Login />, '/auth/callback': <Callback />, '/signout': <SignOut /> })}
      {ownRoutes('public')}
      <Route element={layout}>{ownPages({ '/forgotpwd': <ForgotPassword /> })}</Route>
      <Route element={<FrameForEveryone menu={menu} />}>{ownRoutes('everyone')}</Route>
      <Route element={<RequireSession />}>
        {ownPages({ [signedInPath]: <SignedIn />, [confirmPath]: <ConfirmSignIn /> })}
        <Route element={layout}>
          {resourceRoutes(definitions, pages)}
          {recordPageRoutes(definitions, recordPages)}
          {formPageRoutes(formPages, pages.form)}
          {ownRoutes('signedIn')}
          {KitPage !== undefined && <Route path="/kit" element={<KitPage />} />}
          {ownPages({
            '/drift': <DriftPage />,
            '/audit': <AuditPage />,
            '/access': <AccessPage />,
            '/sessions': <SessionsPage />,
            '/approvals': <ApprovalsPage />,
            '/settings': <Settings />,
            '/access-denied': <ExceptionPage code={403} />,
          })}
          <Route path="*" element={<ExceptionPage code={404} />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** Applies theme and density, and prefetches the other pages' code once a person is signed in. */
const Upkeep = () => {
  useAppliedDensity()
  useAppliedKeys()
  useAppliedTheme()
  const client = useQueryClient()
  const session = useSession()
  const isSignedIn = session !== null
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (isSignedIn) prefetchPages(client, () => setIdle(true))
  }, [isSignedIn, client])
  return isIdle && (import.meta.env.DEV || session?.mayInspect === true) ? <Explain /> : null
}

/** Asks for a fresh sign-in while a call waits for one. */
const FreshSignIn = () => {
  const { stepUp } = useShell().sessionManager
  return useSyncExternalStore(stepUp.subscribe, stepUp.isAsked) ? <StepUpDialog stepUp={stepUp} /> : null
}

/** The session's notifications, which are removed when it ends. */
const SessionToasts = () => {
  const mark = useSession()?.mark
  return <Toasts key={mark ?? ''} isMute={mark === undefined} />
}

interface AppProps {
  readonly queryClient: QueryClient
  readonly store: Store
  readonly dataProvider: DataProvider
  readonly pages: ConsolePages
}

/** The console: react-admin's contexts around the console's own routes. Needs a router and a ShellContext above it. */
export const App = ({ queryClient, store, dataProvider, pages }: AppProps) => {
  const { authProvider, sessionManager } = useShell()
  const resources = useMemo(() => resourceDefinitions(consoleModel().definitions), [])
  useEffect(() => clearOnSessionChange(sessionManager, queryClient, store), [sessionManager, queryClient, store])
  return (
    <CoreAdminContext
      {...{ authProvider, dataProvider, i18nProvider, queryClient, store }}
      routerProvider={reactRouterProvider}
    >
      <ResourceDefinitionContextProvider definitions={resources}>
        <RefuseUndoable>
          <Upkeep />
          <Screens pages={pages} />
          <IdleWarning />
          <FreshSignIn />
          <SessionToasts />
          {DevProblems !== undefined && <DevProblems />}
        </RefuseUndoable>
      </ResourceDefinitionContextProvider>
    </CoreAdminContext>
  )
}
