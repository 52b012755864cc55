import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { ExceptionPage } from './ExceptionPage.tsx'
import { PageKeys } from '../keys/PageKeys.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import type { MenuEntry } from './menuEntries.ts'
import { useIsOnline } from '../ui/OfflineNote.tsx'
import { useNewPage } from './useNewPage.ts'
import { PageLoading } from '../ui/Skeleton.tsx'

/** Says that the machine is offline, in view wherever one scrolls (D-190). */
const OfflineBanner = () => {
  const isOnline = useIsOnline()
  return (
    <output className="cs-offline" hidden={isOnline}>
      {isOnline ? null : 'You are offline. What you see may be old, and no change can be sent until you are back.'}
    </output>
  )
}

/** The top bar and the page. The bar stays usable if the page fails. */
export const Layout = ({ menu }: { readonly menu: readonly MenuEntry[] }) => {
  const { pathname } = useLocation()
  useNewPage()
  return (
    <>
      <Header menu={menu} />
      <OfflineBanner />
      <PageKeys menu={menu} />
      <main id="main" className="cs-main" tabIndex={-1}>
        <ErrorBoundary key={pathname} fallback={() => <ExceptionPage code={500} />}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </>
  )
}
