import { useState, useSyncExternalStore, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { ExceptionPage } from './ExceptionPage.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import type { MenuEntry } from './menuEntries.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { useSingleKeys } from '../ui/useSingleKeys.ts'
import { PageLoading } from '../ui/ProgressLine.tsx'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the machine is offline (D-190). */
const OfflineBanner = () => {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="cs-offline" hidden={online}>
      {online ? null : 'You are offline. What you see may be old, and nothing can be changed.'}
    </output>
  )
}

const KeysDialog = lazyComponent(async () => (await import('../keys/entry.ts')).KeysDialog, null)
const Palette = lazyComponent(async () => (await import('../keys/entry.ts')).Palette, null)

/** What keys open on every page. */
const KeyDialogs = ({ menu }: { readonly menu: readonly MenuEntry[] }) => {
  const [opened, open] = useState<'keys' | 'palette'>()
  const close = () => open(undefined)
  useSingleKeys({
    'ctrl+k': { label: 'Go to a record, a screen or an action', run: () => open('palette') },
    '?': { label: 'Keys of this page', run: () => open('keys') },
  })
  if (opened === undefined) return null
  return opened === 'keys' ? <KeysDialog onClose={close} /> : <Palette menu={menu} onClose={close} />
}

/** The top bar and the page. The bar stays usable if the page fails. */
export const Layout = ({ menu }: { readonly menu: readonly MenuEntry[] }) => {
  const { pathname } = useLocation()
  return (
    <>
      <Header menu={menu} />
      <OfflineBanner />
      <KeyDialogs menu={menu} />
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
