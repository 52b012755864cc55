import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { responseValidators } from './dataProvider/validators/responseValidators.ts'
import { definitions } from './schemas/index.ts'
import { tokenSheet } from './src/theme/tokenSheet.ts'

/** A module that exists only as text made at build time. */
const generated = (id: string, source: () => string): Plugin => ({
  name: `countersign-${id}`,
  resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
  load: (wanted) => (wanted === `\0${id}` ? source() : undefined),
})

/**
 * The console is one entry with lazy pages. The gateway replaces `__CSP_NONCE__` in every answer; nothing is
 * inlined and no source map is published, so that the strict policy holds for every asset.
 */
export default defineConfig({
  plugins: [
    react(),
    // Colours exist before any script has run, and the browser compiles no schema.
    generated('virtual:tokens.css', tokenSheet),
    responseValidators({ definitions, folder: fileURLToPath(new URL('./schemas/', import.meta.url)) }),
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
