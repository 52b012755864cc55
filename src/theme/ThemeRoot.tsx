import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import type { StorageManager } from '@mui/material/styles'
import type { Store } from 'ra-core'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { asThemeChoice } from '../preferences/preferences.ts'
import { createConsoleTheme } from './createConsoleTheme.ts'

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

const createStyleCache = () => {
  const value = nonce()
  return createCache({ key: 'cs', prepend: true, ...(value === undefined ? {} : { nonce: value }) })
}

/** Lets MUI read the theme choice from the console's own store instead of keys of its own. */
const storageManagerOf = (store: Store): StorageManager => ({ key }) => ({
  get: (otherwise: unknown) => (key === 'mui-mode' ? asThemeChoice(store.getItem('theme')) : otherwise),
  set: () => undefined,
  subscribe: (handler: (value: unknown) => void) =>
    key === 'mui-mode' ? store.subscribe('theme', (value) => handler(asThemeChoice(value))) : () => undefined,
})

/** MUI's theme and a style cache that carries the page's nonce. */
export const ThemeRoot = ({ store, children }: { readonly store: Store; readonly children: ReactNode }) => {
  const cache = useMemo(() => createStyleCache(), [])
  const theme = useMemo(() => createConsoleTheme(), [])
  const storageManager = useMemo(() => storageManagerOf(store), [store])
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} storageManager={storageManager} defaultMode="system" noSsr>
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
