import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { responseValidators } from './dataProvider/validators/responseValidators.ts'
import { definitions } from './schemas/index.ts'
import { generatedModule } from './server/generatedModule.ts'
import { newYorkOffsets } from './src/format/newYorkOffsets.ts'
import { tokenSheet } from './src/theme/tokenSheet.ts'

/**
 * The console is one entry with lazy pages. The gateway replaces `__CSP_NONCE__` in every answer; nothing is
 * inlined and no source map is published, so that the strict policy holds for every asset.
 */
export default defineConfig({
  plugins: [
    react(),
    // Colours exist before any script has run; the browser compiles no schema, and knows New York's time without `Intl`.
    generatedModule('virtual:tokens.css', tokenSheet),
    generatedModule('virtual:newYorkOffsets', newYorkOffsets),
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
