import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { tokenSheet } from './src/theme/tokenSheet.ts'

const TOKENS = 'virtual:tokens.css'

/** Serves the design tokens as a style sheet, so that colours exist before any script has run. */
const tokenStyles = (): Plugin => ({
  name: 'countersign-tokens',
  resolveId: (id) => (id === TOKENS ? `\0${TOKENS}` : undefined),
  load: (id) => (id === `\0${TOKENS}` ? tokenSheet() : undefined),
})

/**
 * The console is one entry with lazy pages. The gateway replaces `__CSP_NONCE__` in every answer; nothing is
 * inlined and no source map is published, so that the strict policy holds for every asset.
 */
export default defineConfig({
  plugins: [react(), tokenStyles()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
})
