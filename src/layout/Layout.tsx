import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { ExceptionPage } from '../pages/ExceptionPage.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import type { MenuEntry } from './menuEntries.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageLoading } from './ProgressLine.tsx'

/** Top bar and page. A page that fails leaves the bar usable. */
export const Layout = ({ menu }: { readonly menu: readonly MenuEntry[] }) => {
  const { pathname } = useLocation()
  return (
    <>
      <Header menu={menu} />
      <OfflineBanner />
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
