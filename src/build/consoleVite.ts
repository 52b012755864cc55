import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import type { Plugin, Rolldown, UserConfig } from 'vite'
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

const LIST_PAGE = join(import.meta.dirname, '../list/entry.ts')

/** The modules that a module needs before it can run, itself among them. */
function neededBy(id: string, context: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const needed of context.getModuleInfo(id)?.importedIds ?? []) neededBy(needed, context, found)
  return found
}

/** True for our files, and for react-admin's one module that only lists need. */
const isOwn = (id: string): boolean => !id.includes('node_modules') || id.endsWith('/ListContext.js')

/**
 * The first rows wait for two chunks and not for twenty: all that runs at once, and all that a list needs besides it.
 * The rest is cut by the build tool.
 */
function chunks(): Rolldown.CodeSplittingGroup[] {
  let forList: Set<string> | undefined
  return [
    { name: 'console', tags: ['$initial'], priority: 1 },
    {
      name: (id, context) => {
        forList ??= neededBy(LIST_PAGE, context)
        return isOwn(id) && id !== LIST_PAGE && forList.has(id) ? 'list' : null
      },
      // Libraries that other pages need too stay apart.
      includeDependenciesRecursively: false,
    },
  ]
}

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
    rolldownOptions: { output: { codeSplitting: { groups: chunks() } } },
  },
})
