import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { responseValidators } from '../../dataProvider/validators/responseValidators.ts'
import type { Resource } from '../../language/resource.ts'
import { newYorkOffsets } from '../format/newYorkOffsets.ts'
import { tokenSheet } from '../theme/tokens.ts'
import { generatedModule } from './generatedModule.ts'

/** A console as the build tool sees it. */
interface ConsoleSources {
  /** Address of the module that calls `startConsole`, from the project's root: `/resources/main.tsx`. */
  readonly entry: `/${string}`
  readonly definitions: readonly Resource[]
  /** Folder of the definitions, whose `index.ts` exports them. */
  readonly folder: string
}

/** Puts the console's entry into index.html, which all consoles share. */
const entryOf = (entry: string): Plugin => ({
  name: 'countersign-entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('%CONSOLE_ENTRY%', entry) },
})

/**
 * The build of a console: one entry with lazy pages. The gateway replaces `__CSP_NONCE__` in every answer; nothing is
 * inlined and no source map is published, so that the strict policy holds for every asset.
 */
export const consoleVite = ({ entry, definitions, folder }: ConsoleSources): UserConfig => ({
  plugins: [
    react(),
    entryOf(entry),
    // Colours exist before any script has run; the browser compiles no schema, and knows New York's time without `Intl`.
    generatedModule('virtual:tokens.css', tokenSheet),
    generatedModule('virtual:newYorkOffsets', newYorkOffsets),
    responseValidators({ definitions, folder }),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
})
