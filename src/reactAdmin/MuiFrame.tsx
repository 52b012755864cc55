import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { muiTheme } from './muiTheme.ts'

/** Browsers hide a nonce in attributes from scripts, so this reads the element's property. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
const cache = createCache({ key: 'cs', prepend: true, ...(nonce === undefined || nonce === '' ? {} : { nonce }) })

/** Stops MUI from writing its mode to localStorage and from setting `data-theme`. The console does both itself. */
const handsOff = { storageManager: null, colorSchemeNode: null }

/**
 * Gives components of Material UI and MUI X the console's look and the nonce of its styles. Import it only from a file that
 * loads lazily: it brings in their code.
 */
export const MuiFrame = ({ children }: { readonly children: ReactNode }) => (
  <CacheProvider value={cache}>
    <ThemeProvider theme={muiTheme} {...handsOff}>
      {children}
    </ThemeProvider>
  </CacheProvider>
)
